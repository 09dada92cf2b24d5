/** One row for each setting. What reads, checks, suggests and documents settings goes through these tables. */
export interface Setting {
  /**
   * The environment variable. By default the setting is an option of functions too, and the variable is `GEOLET_` and
   * its name: `trustHeader` is GEOLET_TRUST_HEADER.
   */
  readonly variable?: string;
  /** A whole number from the first to the second. The end of the name says its unit. */
  readonly range?: readonly [least: number, most: number];
  /** One of these. */
  readonly words?: readonly string[];
  /** Several, split at commas and blanks. */
  readonly isList?: true;
  /** Taken as it is: a line end in a key is a mistake to report. Messages never repeat it. */
  readonly isSecret?: true;
  readonly default?: string | number;
  readonly isRequired?: true;
  /** The documentation says this as Markdown, and may go on. `--help` says it without the marks. */
  readonly means: string;
}

export type Settings = Readonly<Record<string, Setting>>;

/** Options of the proxy. */
export const proxySettings = {
  upstream: { isRequired: true, means: 'scheme and host of the service; https, or http to this machine' },
  key: { isSecret: true, isRequired: true, means: "the service's API key" },
  allowHttp: { words: ['yes', 'no'], default: 'no', means: '`yes`: http to other machines too, on your own network' },
  secondKey: { isSecret: true, means: 'a second key, used if the service refuses the first' },
  path: { default: '/geo', means: 'where the record is served' },
  trust: {
    isList: true,
    default: 'none',
    means: 'which servers in front may name the visitor: `none`, their number, or their addresses and ranges',
  },
  trustHeader: { default: 'x-forwarded-for', means: 'the one header in which they name the visitor' },
  origins: { isList: true, means: 'other origins whose pages may use this proxy' },
  expose: { isList: true, means: 'fields to send to pages although they are off by default' },
  withhold: { isList: true, means: 'fields not to send to pages although they are on by default' },
  gpc: {
    words: ['country', 'state'],
    default: 'country',
    means: 'the nearest place to send to browsers with Global Privacy Control: `country` or `state`',
  },
  timeoutMs: { range: [1, 60_000], default: 1500, means: "longest wait for the service's complete answer" },
  maxBodyBytes: { range: [1, 16_777_216], default: 65_536, means: 'largest answer of the service' },
  limit: { range: [0, 1_000_000], default: 120, means: 'requests per visitor and minute; `0` turns the limit off' },
  dailyBudget: {
    range: [0, 1_000_000_000],
    default: 0,
    means: 'requests to the service within 24 hours; `0` means no budget',
  },
  cacheSeconds: {
    range: [0, 86_400],
    default: 3600,
    means: "how long the service's answer is cached for the same visitor",
  },
  staleSeconds: {
    range: [0, 2_592_000],
    default: 86_400,
    means: 'how old a cached answer may be while the service fails',
  },
  cacheEntries: { range: [1, 10_000_000], default: 10_000, means: 'largest number of cached answers' },
  cacheBytes: { range: [1, 8_589_934_592], default: 33_554_432, means: 'largest total size of cached answers' },
  doctorSecret: { isSecret: true, means: 'lets [`geolet doctor`](doctor.md) test as visitors from other countries' },
  files: { default: 'dist', means: "folder with the widget's files" },
} as const satisfies Settings;

/** Options of the proxy in front of pages. */
export const pageSettings = {
  pages: { means: 'scheme and host of your pages' },
  pagesHosts: { isList: true, means: 'the host names of your pages' },
  pagesBudgetMs: { range: [0, 10_000], default: 200, means: 'longest time a page waits for the record' },
  pagesLoader: { words: ['page', 'tag', 'inline'], default: 'page', means: '`page`: your pages have the script tag' },
  pagesScript: {
    words: ['geolet.js', 'geolet-bindings.js'],
    default: 'geolet.js',
    means: 'which script the proxy inserts',
  },
  pagesMarkup: { words: ['yes', 'no', 'elements'], default: 'yes', means: 'what is written' },
  pagesChoiceCookie: { means: "name of a cookie for [the visitor's own choice](#what-is-written)" },
  pagesPrices: { means: '[the price book](price-book.md#the-price-book) of pages that name it by an address' },
  pagesRules: { means: '[rules beside the page](#rules-beside-the-page) for all pages' },
  pagesPassHeaders: { isList: true, means: 'headers of visitors that your server gets' },
  pagesDropHeaders: { isList: true, means: 'more headers that your server does not get from visitors' },
  pagesChoiceParameter: { default: 'geo-choice', means: 'the parameter of [links that carry a choice](links.md)' },
} as const satisfies Settings;

const host = { variable: 'HOST', default: '127.0.0.1', means: 'address to listen on' } as const;
const port = { variable: 'PORT', range: [0, 65_535], means: 'port to listen on; `0` takes a free one' } as const;
const drainSeconds = {
  variable: 'DRAIN_SECONDS',
  range: [0, 86_400],
  default: 0,
  means: 'how long to keep answering after SIGTERM',
} as const;

/** What `geolet proxy` and `geolet serve` read beside the options of the proxy. */
export const programSettings = {
  host,
  port: { ...port, default: 8787 },
  drainSeconds,
  metrics: {
    variable: 'GEOLET_METRICS',
    means: 'a port of this machine (`9787`), or an address with one (`10.0.0.5:9787`), for metrics',
  },
  check: {
    variable: 'GEOLET_CHECK',
    isList: true,
    means:
      'scheme and host of your pages, for a page that checks them: [`/geolet-check`](doctor.md#without-a-terminal)',
  },
  rates: {
    variable: 'GEOLET_RATES',
    means:
      '`ecb`, or an address: fetches [exchange rates](rates.md#a-server-that-renews-them) and serves them at `/geolet-rates.json`',
  },
  ratesMaxAgeDays: {
    variable: 'GEOLET_RATES_MAX_AGE_DAYS',
    range: [0, 3660],
    default: 7,
    means: 'older rates are not served',
  },
  dataDir: { variable: 'DATA_DIR', default: 'data', means: 'with `GEOLET_RATES`: the folder for the last good rates' },
} as const satisfies Settings;

/** What only `geolet serve` reads, beside the settings of the service. */
export const serveSettings = {
  apiPort: { variable: 'GEOLET_API_PORT', range: [0, 65_535], means: "opens the service's API at this port, too" },
  update: {
    variable: 'GEOLET_UPDATE',
    words: ['on', 'off', 'yes', 'no'],
    default: 'on',
    means: '`off`: leave the geo data as they are',
  },
} as const satisfies Settings;

/** What the visitor-data service reads. */
export const serviceSettings = {
  host,
  port: { ...port, default: 8090 },
  dataDir: { variable: 'DATA_DIR', default: 'data', means: 'folder of the store and of downloaded geo data' },
  databaseUrl: {
    variable: 'DATABASE_URL',
    isSecret: true,
    means: 'a PostgreSQL database for accounts, websites and keys',
  },
  redisUrl: { variable: 'REDIS_URL', isSecret: true, means: 'a Redis that counts requests for all processes together' },
  geoCityDb: {
    variable: 'GEO_CITY_DB',
    means: 'MMDB files with locations, separated by commas; `none` turns this kind off',
  },
  geoAsnDb: { variable: 'GEO_ASN_DB', means: 'MMDB files with networks (ASN and ISP)' },
  geoIspDb: { variable: 'GEO_ISP_DB', means: 'MMDB files with providers; they win over `GEO_ASN_DB`' },
  geoConnectionDb: {
    variable: 'GEO_CONNECTION_DB',
    means: 'MMDB files that say whether an address is on a mobile network',
  },
  keyLimit: { variable: 'KEY_LIMIT', default: '6000/60', means: 'requests per seconds for each key' },
  failedKeyLimit: {
    variable: 'FAILED_KEY_LIMIT',
    default: '30/60',
    means: 'requests with unknown keys per seconds for each client address',
  },
  trustedProxies: { variable: 'TRUSTED_PROXIES', means: 'addresses and CIDR ranges of load balancers in front' },
  dataPollSeconds: {
    variable: 'DATA_POLL_SECONDS',
    range: [0, 86_400],
    default: 60,
    means: 'how often to check for new geo data files; `0` for never',
  },
  drainSeconds,
  logRequests: {
    variable: 'LOG_REQUESTS',
    words: ['on', 'off'],
    default: 'off',
    means: '`on`: one line in the log for each request',
  },
  geoUpdateUrl: {
    variable: 'GEO_UPDATE_URL',
    default: 'https://download.db-ip.com/free',
    means: 'where `update-data` downloads from, for a mirror',
  },
} as const satisfies Settings;
