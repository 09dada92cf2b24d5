/** The files that guard something, with the tests near them: all that may kill a mutant. */
export const guards: readonly {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}[] = [
  {
    name: 'sinks',
    files: ['src/rules/sink.ts', 'src/rules/url.ts', 'src/rules/put-back.ts'],
    tests: ['test/unit/rules/sink.test.ts', 'test/unit/rules/url.test.ts', 'test/unit/rules/put-back.test.ts'],
  },
  { name: 'forwarded', files: ['src/proxy/forwarded.ts'], tests: ['test/unit/proxy/forwarded.test.ts'] },
  {
    name: 'visitors',
    files: ['src/http/trusted-hops.ts', 'src/proxy/trust.ts', 'src/proxy/visitor-address.ts'],
    tests: ['http/trusted-hops', 'proxy/address', 'proxy/options', 'proxy/trusted-peer'].map(
      (name) => `test/unit/${name}.test.ts`,
    ),
  },
  { name: 'origins', files: ['src/proxy/origin-policy.ts'], tests: ['test/unit/proxy/origin-policy.test.ts'] },
  { name: 'records', files: ['src/proxy/redact-record.ts'], tests: ['test/unit/proxy/record-redaction.test.ts'] },
  {
    name: 'answers',
    files: ['src/proxy/refuse-key.ts', 'src/proxy/visitor-data.ts'],
    tests: ['test/unit/proxy/visitor-data.test.ts'],
  },
  {
    name: 'hosts',
    files: ['src/proxy/hosts/believed-place.ts', 'src/proxy/hosts/header-formats.ts'],
    tests: ['believed-place', 'functions', 'header-formats', 'header-sources', 'host-settings'].map(
      (name) => `test/unit/proxy/hosts/${name}.test.ts`,
    ),
  },
  { name: 'callers', files: ['src/service/authorization.ts'], tests: ['test/unit/service/authorization.test.ts'] },
  { name: 'settings', files: ['src/widget/settings.ts'], tests: ['test/unit/widget/settings.test.ts'] },
];
