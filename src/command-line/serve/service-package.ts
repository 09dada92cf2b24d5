/** What `geolet serve` uses of `@geolet/service`, which is installed beside this package and not part of it. */
export interface ServicePackage {
  /** The environment variables that it reads. */
  readonly settingNames: readonly string[];
  readConfiguration(environment: Readonly<Record<string, string | undefined>>): object;
  ageInDays(builtAt: Date): number;
  /** One line for each database in use, and one on what renews them. */
  describeData(inUse: readonly DataInUse[], renewsData: boolean): string;
  openVisitorData(configuration: ServiceConfiguration): VisitorData;
  /** Changes nothing. @throws an Error for a folder or a store that could not be used. */
  checkResources(configuration: ServiceConfiguration, look: { readonly hasStore: boolean }): Promise<void>;
  openService(configuration: ServiceConfiguration): Promise<Service>;
}

/** What `readConfiguration` returns, and the one setting that is the program's. */
export interface ServiceConfiguration {
  /** Whether new geo data are fetched each month. */
  readonly renewsData: boolean;
}

export interface DataInUse {
  readonly kind: string;
  readonly name: string;
  readonly builtAt: Date;
}

export interface VisitorData {
  answer(headers: AskedHeaders, id: string): Answer | Promise<Answer>;
  readonly geo: { readonly inUse: readonly DataInUse[] };
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** With the API, its keys and its store. */
export interface Service extends VisitorData {
  listen(at: { readonly host: string; readonly port: number }): Promise<{ readonly url: string }>;
  drain(): void;
}

export interface AskedHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The record of an answer that has one. */
  readonly record?: {
    readonly place: Readonly<Record<string, unknown>>;
    readonly visit: Readonly<Record<string, unknown>>;
  };
}

const packageName = '@geolet/service';

/**
 * Loads the package from where npm has put it. By name, since this package does not depend on it.
 *
 * @throws an Error that says what to do when it is not installed, or of another version.
 */
export async function loadServicePackage(load: () => Promise<unknown> = importService): Promise<ServicePackage> {
  const loaded = await load().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Error(`The package ${packageName} is not installed here. Install it: npm install ${packageName}`, {
      cause: error,
    });
  });
  if (isServicePackage(loaded)) return loaded;
  throw new Error(
    `The package ${packageName} is of a version that does not fit. Install both: npm install geolet ${packageName}`,
  );
}

function importService(): Promise<unknown> {
  // A name that bundlers can't read: they would want the package.
  const name: string = packageName;
  return import(name);
}

/** Not a package that it depends on: only its own name in the message means that it is not there. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${packageName}'`)
  );
}

function isServicePackage(loaded: unknown): loaded is ServicePackage {
  if (typeof loaded !== 'object' || loaded === null) return false;
  const exported = new Map<string, unknown>(Object.entries(loaded));
  return (
    Array.isArray(exported.get('settingNames')) &&
    ['readConfiguration', 'ageInDays', 'describeData', 'openVisitorData', 'checkResources', 'openService'].every(
      (name) => typeof exported.get(name) === 'function',
    )
  );
}
