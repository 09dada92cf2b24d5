import { DatabaseError, Pool, type QueryResult } from 'pg';
import { Outage } from '../outage.ts';
import type { Row } from './rows.ts';

/**
 * A few connections to PostgreSQL. Each statement is a transaction of its own, so that a pooler in between
 * (PgBouncer) may hand every one to another connection.
 */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #outage = new Outage('PostgreSQL');

  constructor(databaseURL: string) {
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
    // An idle connection that breaks is an event without a listener otherwise, which ends the process.
    this.#pool.on('error', (error) => this.#outage.begin(error));
  }

  /** @throws ServiceError 503 when PostgreSQL can't be reached; whether a change was made is not known then. */
  async query(sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    try {
      const result = await this.#ask(sql, values);
      this.#outage.end();
      return result;
    } catch (error) {
      throw isAway(error) ? this.#outage.begin(error) : error;
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

/**
 * What PostgreSQL itself says about a statement is an error like any other. What it says about its connections, limits and
 * shutting down, and whatever the driver says, means that it is away. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|57|25006)/.test(error.code ?? '');
}

/** As PgBouncer does, unless it is told otherwise. https://www.pgbouncer.org/config.html#ignore_startup_parameters */
function isRefusedTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '08P01' && error.message.includes('statement_timeout');
}
