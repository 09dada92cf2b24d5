import { chmodSync, closeSync, createWriteStream, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isSystemError } from '../../http/system-error.ts';
import { nearestFolder } from '../../http/writable-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { openDatabase } from './check-database.ts';
import { readBytes } from './bytes.ts';
import { updatedFiles } from './data-files.ts';
import { openMmdb } from './mmdb-database.ts';

export type UpdatedKind = keyof typeof updatedFiles;

export interface UpdateOptions {
  readonly dataDirectory: string;
  /** Where the files lie; DB-IP's own server unless a mirror is named. */
  readonly baseURL?: string | undefined;
  readonly today?: Date;
  /** The largest unpacked file that is accepted. DB-IP City Lite has 130 MB. */
  readonly maxBytes?: number;
  /** The data that the new ones replace, if they are to be newer and no worse. */
  readonly inUse?: InUse | undefined;
}

export interface InUse {
  readonly builtAt: Date;
  readonly bytes: number;
}

/** https://db-ip.com/db/lite.php: keyless, once a month, CC BY 4.0 */
const dbIpURL = 'https://download.db-ip.com/free';

/**
 * Fetches this month's free data of one kind, or last month's while this month's are not out, checks them and puts them
 * in place by one rename. After any failure the old data stay in place.
 *
 * @returns the build date of the new data.
 * @throws OperatorError that says what went wrong.
 */
export async function updateDatabase(kind: UpdatedKind, options: UpdateOptions): Promise<Date> {
  const { dataDirectory, baseURL = dbIpURL, today = new Date(), maxBytes = 2 ** 30, inUse } = options;
  const target = join(dataDirectory, updatedFiles[kind]);
  const partial = `${target}.${process.pid}.part`;
  makeFolders(dataDirectory, dirname(target), partial);
  try {
    const urls = [month(today, 0), month(today, -1)]
      .filter((name) => inUse === undefined || name > month(inUse.builtAt, 0))
      .map((name) => `${baseURL.replace(/(?<!\/)\/+$/, '')}/dbip-${kind}-lite-${name}.mmdb.gz`);
    const url = await downloadFirst(urls, partial, maxBytes);
    const { builtAt, bytes } = openDatabase(kind, url, readBytes(partial));
    checkDate(builtAt, today, buildDateOf(target));
    if (inUse !== undefined) checkProgress({ builtAt, bytes }, inUse);
    chmodSync(partial, 0o644);
    renameSync(partial, target);
    return builtAt;
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Before the download, which takes its time.
 *
 * @throws OperatorError where nothing can be written.
 */
function makeFolders(dataDirectory: string, folder: string, partial: string): void {
  try {
    nearestFolder(dataDirectory);
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    // Root may fetch for a service that runs as another user. Geo data are not secret.
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
    closeSync(openSync(partial, 'w'));
  } catch (cause) {
    throw cannotWrite(folder, cause);
  }
}

function cannotWrite(folder: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (!isSystemError(cause)) return new OperatorError(`${folder} can't be written: ${reason}`, { cause });
  const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
  const remedy = isFull
    ? 'Make room: old and new files are there together for a moment'
    : 'Run this as a user who may write there, such as root, or name another folder with --data-dir or DATA_DIR';
  return new OperatorError(`${folder} can't be written (${reason}). ${remedy}`, { cause });
}

const dayMilliseconds = 86_400_000;

/** @throws OperatorError unless the date is plausible, and not older than that of the data in place. */
function checkDate(builtAt: Date, today: Date, notBefore: Date | undefined): void {
  const date = builtAt.toISOString().slice(0, 10);
  const age = today.getTime() - builtAt.getTime();
  if (age < -2 * dayMilliseconds || age > 100 * dayMilliseconds)
    throw new OperatorError(`The data say that they are of ${date}`);
  if (notBefore !== undefined && builtAt < notBefore)
    throw new OperatorError(`The data are of ${date}, older than those in place`);
}

/** @throws OperatorError unless the new data are newer, and about as many. */
function checkProgress(found: InUse, inUse: InUse): void {
  const date = found.builtAt.toISOString().slice(0, 10);
  if (found.builtAt <= inUse.builtAt) throw new OperatorError(`The data are of ${date}, not newer than those in use`);
  if (found.bytes < inUse.bytes / 2)
    throw new OperatorError(`The data of ${date} are less than half of those in use (${found.bytes} bytes)`);
}

/** @returns the URL that they came from. */
async function downloadFirst(urls: readonly string[], path: string, maxBytes: number): Promise<string> {
  for (const url of urls) {
    const response = await request(url);
    if (response.status === 404) {
      await response.body?.cancel();
      continue;
    }
    if (!response.ok || response.body === null) throw new OperatorError(`${url} answers ${response.status}`);
    await unpack(response.body, path, maxBytes, url);
    return url;
  }
  throw new OperatorError(
    urls.length === 2 ? `There is neither ${urls.join(' nor ')}` : `There is no ${urls[0] ?? 'newer month'}`,
  );
}

async function request(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(30 * 60_000) });
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new OperatorError(`${url} can't be reached (${reason})`, { cause });
  }
}

async function unpack(body: ReadableStream<Uint8Array>, path: string, maxBytes: number, url: string): Promise<void> {
  const file = createWriteStream(path, { flush: true });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline(chunksOf(body), createGunzip(), sizeCap(maxBytes), file);
  } catch (cause) {
    // The stream may still be opening the file. Wait, so that the caller can remove it.
    await closed;
    if (isSystemError(cause) && cause.syscall !== 'read') throw cannotWrite(path, cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${url} did not arrive whole (${reason})`, { cause });
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } finally {
    await reader.cancel();
  }
}

function sizeCap(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error(`more than ${maxBytes} bytes unpacked`));
      else done(null, chunk);
    },
  });
}

/** The month `offset` months after a day: `2026-11`. */
function month(day: Date, offset: number): string {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
}

/** Unreadable data in place may be replaced by any date. */
function buildDateOf(path: string): Date | undefined {
  try {
    return existsSync(path) ? openMmdb(path).builtAt : undefined;
  } catch {
    return undefined;
  }
}
