import { readFileSync } from 'node:fs';
import { pluginFiles } from '../../../scripts/wordpress/plugin-files.ts';
import { wordpressConfiguration } from '../configurations.ts';

/** What is used of PHP in WebAssembly. Its own types are installed with it, after types are checked. */
interface Php {
  run(request: PhpRequest): Promise<PhpAnswer>;
  writeFile(path: string, content: string | Uint8Array): void;
  readFileAsText(path: string): string;
  mkdirTree(path: string): void;
  exit(): void;
}

interface PhpRequest {
  readonly code?: string;
  readonly scriptPath?: string;
  readonly relativeUri?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly $_SERVER?: Readonly<Record<string, string>>;
}

interface PhpAnswer {
  readonly text: string;
  readonly errors: string;
  readonly exitCode: number;
  readonly httpStatusCode: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
}

export interface BootedWordPress {
  /** Runs PHP in this WordPress, as no user. @returns what it prints. */
  php(code: string): Promise<string>;
  /** Requests an address, as the web server hands it to PHP. */
  request(address: string, headers: Readonly<Record<string, string>>): Promise<PhpAnswer>;
  /** What PHP and the database complain about. */
  complaints(): readonly string[];
  stop(): void;
}

const packages = new URL('node_modules/', import.meta.url);
const logFile = '/php.log';

/** No request leaves WebAssembly: WordPress's own filter answers in the place of the service, and notes what it was asked. */
const serviceInPlace = `<?php
add_filter( 'pre_http_request', static function ( $answer, $request, $url ) {
  $parts = wp_parse_url( $url );
  update_option( 'service_asked', "$parts[scheme]://$parts[host] {$request['headers']['authorization']}" );
  $record = array( 'countryCode' => 'FR', 'city' => 'Lyon', 'latitude' => '48.85' );
  return array(
    'headers'  => array( 'content-type' => 'application/json' ),
    'body'     => wp_json_encode( $record ),
    'response' => array( 'code' => (int) get_option( 'service_status' ), 'message' => '' ),
    'cookies'  => array(),
    'filename' => null,
  );
}, 10, 3 );
`;

/** PHP of a version, such as `7.4`, in this process and with files of its own. */
export async function startPhp(version: string): Promise<Php> {
  const node = (await import(`${packages.href}@php-wasm/node/index.js`)) as {
    loadNodeRuntime(version: string): Promise<number>;
  };
  const universal = (await import(`${packages.href}@php-wasm/universal/index.js`)) as {
    PHP: new (runtime: number) => Php;
  };
  return new universal.PHP(await node.loadNodeRuntime(version));
}

/**
 * WordPress of a version on PHP of a version, with its database in SQLite and the plugin active. No server listens, and
 * nothing leaves the process.
 */
export async function bootWordPress(phpVersion: string, wordpressVersion: string): Promise<BootedWordPress> {
  const php = await startPhp(phpVersion);
  await unzip(php, `wordpress/wp-${wordpressVersion}.zip`, '/wordpress');
  await unzip(php, 'sqlite-database-integration/sqlite-database-integration.zip', '/sqlite');
  await run(php, {
    code: `<?php
      $content = '/wordpress/wp-content';
      rename( glob( '/sqlite/*' )[0], "$content/plugins/sqlite" );
      $adapter = file_get_contents( "$content/plugins/sqlite/db.copy" );
      file_put_contents( "$content/db.php", str_replace( '{SQLITE_IMPLEMENTATION_FOLDER_PATH}', "$content/plugins/sqlite", $adapter ) );`,
  });
  php.writeFile(logFile, '');
  php.writeFile(
    '/wordpress/wp-config.php',
    wordpressConfiguration({ folder: '/wordpress', url: 'http://shop.example', logFile }),
  );
  for (const [path, content] of pluginFiles('dist')) {
    const file = `/wordpress/wp-content/plugins/${path}`;
    php.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    php.writeFile(file, content);
  }
  php.mkdirTree('/wordpress/wp-content/mu-plugins');
  php.writeFile('/wordpress/wp-content/mu-plugins/service.php', serviceInPlace);
  const wordpress: BootedWordPress = {
    php: async (code) => (await run(php, { code: `<?php require '/wordpress/wp-load.php'; ${code}` })).text,
    request: (address, headers) =>
      run(php, {
        scriptPath: '/wordpress/index.php',
        relativeUri: address,
        headers: { host: 'shop.example', ...headers },
        $_SERVER: { REMOTE_ADDR: '127.0.0.1' },
      }),
    complaints: () =>
      php
        .readFileAsText(logFile)
        .split('\n')
        .filter((line) => /PHP [A-Z]|database error/.test(line)),
    stop: () => php.exit(),
  };
  await wordpress.php(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    update_option( 'permalink_structure', '/%postname%/' );
    $problem = activate_plugin( 'geolet/geolet.php' );
    if ( is_wp_error( $problem ) ) { throw new Exception( $problem->get_error_message() ); }`);
  return wordpress;
}

async function unzip(php: Php, name: string, folder: string): Promise<void> {
  php.writeFile('/archive.zip', readFileSync(new URL(`@wp-playground/wordpress-builds/src/${name}`, packages)));
  await run(php, {
    code: `<?php
      $archive = new ZipArchive();
      if ( true !== $archive->open( '/archive.zip' ) || ! $archive->extractTo( '${folder}' ) ) { exit( 1 ); }`,
  });
}

async function run(php: Php, request: PhpRequest): Promise<PhpAnswer> {
  const answer = await php.run(request);
  if (answer.exitCode !== 0) throw new Error(`PHP ended with ${answer.exitCode}: ${answer.errors}${answer.text}`);
  return answer;
}
