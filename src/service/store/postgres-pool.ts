import { DatabaseError, Pool, type QueryResult } from 'pg';
import type { log } from '../log.ts';
import { Outage } from '../outage.ts';
import { troubleOf } from './postgres-errors.ts';
import type { Row } from './rows.ts';

/**
 * A few connections to PostgreSQL. Each statement is a transaction of its own, so that a pooler in between
 * (PgBouncer) may hand every one to another connection.
 */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #outage: Outage;

  constructor(databaseURL: string, tell?: typeof log) {
    this.#outage = new Outage('PostgreSQL', tell);
    this.#pool = new Pool({
      connectionString: databaseURL,
      application_name: 'geolet',
      max: 10,
      connectionTimeoutMillis: 2000,
      // PostgreSQL gives up first: what the driver alone gives up occupies a connection there for as long as it takes.
      statement_timeout: 2500,
      query_timeout: 3000,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is an event without a listener otherwise, which ends the process. What it means, the next
    // statement tells better, which begins with another connection.
    this.#pool.on('error', () => undefined);
  }

  /** @throws Unavailable when PostgreSQL can't be used. */
  read(sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return this.#query('read', sql, values);
  }

  /** @throws Unavailable when PostgreSQL can't be used, or not be written; whether the change was made is not known then. */
  write(sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return this.#query('write', sql, values);
  }

  async #query(does: 'read' | 'write', sql: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    try {
      const result = await this.#ask(sql, values);
      this.#outage.end(does);
      return result;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === undefined) throw error;
      throw this.#outage.begin(
        error,
        trouble.remedy,
        does === 'write' && trouble.concerns === 'statement' ? 'writes' : 'all',
      );
    }
  }

  /** Where connections with a time limit are refused, this one and all later ones are made without: nothing was sent yet. */
  async #ask(sql: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
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

/** As PgBouncer does, unless it is told otherwise. https://www.pgbouncer.org/config.html#ignore_startup_parameters */
function isRefusedTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && error.message.includes('statement_timeout');
}
