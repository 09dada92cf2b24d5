import { DatabaseError, Pool, type QueryResult } from 'pg';
import type { log } from '../log.ts';
import { Outage } from '../outage.ts';
import { diagnose } from './postgres-errors.ts';
import type { Row } from './rows.ts';

/**
 * A few connections to PostgreSQL. Each statement is a transaction of its own, so that a pooler in between
 * (PgBouncer) may hand every one to another connection.
 */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #outage: Outage;

  constructor(databaseURL: string, report?: typeof log) {
    this.#outage = new Outage('PostgreSQL', report);
    this.#pool = new Pool({
      connectionString: databaseURL,
      application_name: 'geolet',
      max: 10,
      connectionTimeoutMillis: 2000,
      // PostgreSQL must give up first. A statement that only the driver gave up would still occupy a connection there.
      statement_timeout: 2500,
      query_timeout: 3000,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // Without a listener, an idle connection that breaks would end the process. The next statement opens another one,
    // or reports the error.
    this.#pool.on('error', () => undefined);
  }

  /** @throws Unavailable when PostgreSQL can't be used. */
  read(sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return this.#query('read', sql, values);
  }

  /**
   * @throws Unavailable when PostgreSQL can't be used, or or not be written. It is then unknown whether the change was
   * made.
   */
  write(sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return this.#query('write', sql, values);
  }

  async #query(does: 'read' | 'write', sql: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      const result = await this.#send(sql, values);
      this.#outage.end(does);
      return result;
    } catch (error) {
      const diagnosis = diagnose(error);
      if (diagnosis === undefined) throw error;
      throw this.#outage.begin(
        error,
        diagnosis.remedy,
        does === 'write' && diagnosis.concerns === 'statement' ? 'writes' : 'all',
      );
    }
  }

  /** If connections with a time limit are refused, this one and all later ones have none. Nothing was sent before. */
  async #send(sql: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      return await this.#pool.query<Row>(sql, [...values]);
    } catch (error) {
      if (!isRefusedTimeout(error)) throw error;
      this.#pool.options.statement_timeout = false;
      return await this.#pool.query<Row>(sql, [...values]);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** PgBouncer refuses it by default. https://www.pgbouncer.org/config.html#ignore_startup_parameters */
function isRefusedTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && error.message.includes('statement_timeout');
}
