import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pluginFiles } from '../../scripts/wordpress/plugin-files.ts';
import { freePort } from '../support/loopback.ts';
import { keepOutput } from '../support/output.ts';
import { programPath } from './find-programs.ts';
import {
  databaseUser,
  networkConfiguration,
  nginxConfiguration,
  phpFpmConfiguration,
  wordpressConfiguration,
} from './configurations.ts';

export interface WordPress {
  readonly url: string;
  /** Where it lies, with `wp-content` in it. */
  readonly root: string;
  /** Runs PHP in this WordPress, as no user. @returns what it prints. */
  php(code: string): Promise<string>;
  /** Runs SQL, as who may do all. */
  sql(statements: string): void;
  /** All that PHP has logged. */
  log(): string;
  /** What PHP complains about, but for what WordPress 6.1 does by itself: PHP 8.2 finds it old, and it cannot ask for updates here. */
  complaints(): readonly string[];
  stop(): Promise<void>;
}

/** Where the plugin has the record. */
export const route = '/wp-json/geolet/v1/visitor';

export const administrator = { name: 'admin', password: 'a password for the tests' } as const;

/**
 * A fresh WordPress of Debian's with a database, PHP and nginx of its own, which keeps pages in its cache. All of it lies in one folder
 * and ends with it.
 *
 * @param withPlugin whether the plugin is there and active: on its only site, or on all sites of a network.
 * @param isNetwork whether it is a network of sites, with two of them: `/` and `/two/`.
 */
export async function startWordPress({ withPlugin = true, isNetwork = false } = {}): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-wordpress-'));
  const root = join(folder, 'wordpress');
  const logFile = join(folder, 'php.log');
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${await freePort()}`;
    cpSync('/usr/share/wordpress', root, { recursive: true, dereference: true });
    writeFileSync(join(root, 'wp-config.php'), wordpressConfiguration({ folder, url, logFile }));
    writeFileSync(logFile, '');
    installDatabase(folder);
    children.push(await startDatabase(folder));
    const log = () => readFileSync(logFile, 'utf8');
    const php = (code: string) => runPhp({ root, url, logFile }, code);
    await install(php);
    if (isNetwork) {
      await installNetwork(php);
      writeFileSync(
        join(root, 'wp-config.php'),
        wordpressConfiguration({ folder, url, logFile }, networkConfiguration(url)),
      );
      await addSite({ php }, 'two');
    }
    if (withPlugin) await installPlugin(root, php);
    for (const start of [startPhp, startWebServer]) children.push(await start({ folder, root, url, logFile }));
    return {
      url,
      root,
      php,
      sql: (statements) => runSql(folder, statements),
      log,
      complaints: () =>
        log()
          .split('\n')
          .filter((line) =>
            /PHP (?!Deprecated.*\/wp-(?:includes|admin)\/|Warning.*\/update\.php on)|database error/.test(line),
          ),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface Places {
  readonly folder: string;
  readonly root: string;
  readonly url: string;
  readonly logFile: string;
}

/** Puts the plugin where an upload puts it, and activates it. */
async function installPlugin(root: string, php: WordPress['php']): Promise<void> {
  for (const [path, content] of pluginFiles('dist')) {
    const file = join(root, 'wp-content/plugins', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await php(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    $problem = activate_plugin( 'geolet/geolet.php', '', is_multisite() );
    if ( is_wp_error( $problem ) ) { throw new Exception( $problem->get_error_message() ); }
  `);
}

async function install(php: WordPress['php']): Promise<void> {
  await php(`
    define( 'WP_INSTALLING', true );
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    add_filter( 'pre_wp_mail', '__return_true' );
    wp_install( 'Shop', '${administrator.name}', 'admin@shop.example', true, '', '${administrator.password}' );
    update_option( 'permalink_structure', '/%postname%/' );
    switch_theme( 'twentytwentythree' );
    flush_rewrite_rules();
  `);
}

/** Makes the tables of a network, with this WordPress as its first site. */
async function installNetwork(php: WordPress['php']): Promise<void> {
  await php(`
    define( 'WP_INSTALLING', true );
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    global $wpdb;
    foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) { $wpdb->$table = $name; }
    install_network();
    populate_network( 1, $_SERVER['HTTP_HOST'], 'admin@shop.example', 'Shops', '/', false );
  `);
}

/** A site of a network, at an address as `/two/`. @returns its ID. */
export async function addSite({ php }: Pick<WordPress, 'php'>, name: string): Promise<number> {
  return Number(
    await php(`
      $_SERVER['REMOTE_ADDR'] = '127.0.0.1';
      $site = wp_insert_site( array( 'domain' => $_SERVER['HTTP_HOST'], 'path' => '/${name}/', 'title' => '${name}', 'user_id' => 1 ) );
      if ( is_wp_error( $site ) ) { throw new Exception( $site->get_error_message() ); }
      // WordPress takes the colon of a port away.
      $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->blogs, array( 'domain' => $_SERVER['HTTP_HOST'] ), array( 'blog_id' => $site ) );
      clean_blog_cache( $site );
      switch_to_blog( $site );
      foreach ( array( 'home', 'siteurl' ) as $name ) { update_option( $name, 'http://' . $_SERVER['HTTP_HOST'] . '/${name}' ); }
      update_option( 'permalink_structure', '/%postname%/' );
      echo $site;
    `),
  );
}

async function runPhp({ root, url, logFile }: Omit<Places, 'folder'>, code: string): Promise<string> {
  const installs = "define( 'WP_INSTALLING', true );";
  const whole = `<?php ${code.includes(installs) ? installs : ''} require '${root}/wp-load.php'; ${code.replace(installs, '')}`;
  // Not at once: the tests' own servers answer meanwhile.
  const child = spawn('php', ['-d', `error_log=${logFile}`, '-d', 'display_errors=stderr'], {
    env: { ...process.env, HTTP_HOST: new URL(url).host },
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.end(whole);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`PHP ended with ${child.exitCode}: ${said || printed}`);
  return printed;
}

/**
 * What MariaDB needs to share nothing with another one. Each that starts removes all temporary tables in its folder for them, so with
 * a common one it takes those of its neighbour: https://mariadb.com/docs/server/reference/system-variables/server-system-variables#tmpdir
 */
function databaseOptions(folder: string): readonly string[] {
  return ['--no-defaults', `--datadir=${folder}/database`, `--tmpdir=${folder}/temporary-tables`, '--user=root'];
}

export function installDatabase(folder: string): void {
  for (const name of ['database', 'temporary-tables']) mkdirSync(join(folder, name));
  const { status, stderr } = spawnSync(
    'mariadb-install-db',
    [...databaseOptions(folder), '--skip-test-db', '--auth-root-authentication-method=normal'],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`mariadb-install-db ends with ${status}: ${stderr}`);
}

async function startDatabase(folder: string): Promise<ChildProcess> {
  const child = spawn(
    programPath('mariadbd') ?? 'mariadbd',
    [
      ...databaseOptions(folder),
      `--socket=${folder}/database.sock`,
      `--pid-file=${folder}/database.pid`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilOpen(child, `${folder}/database.sock`);
  runSql(
    folder,
    `CREATE DATABASE wordpress; CREATE USER ${databaseUser}@localhost; GRANT ALL ON wordpress.* TO ${databaseUser}@localhost`,
  );
  return child;
}

function runSql(folder: string, statements: string): void {
  execFileSync('mariadb', ['--no-defaults', `--socket=${folder}/database.sock`, '--user=root', '-e', statements]);
}

async function startPhp(places: Places): Promise<ChildProcess> {
  const { folder } = places;
  writeFileSync(join(folder, 'fpm.conf'), phpFpmConfiguration(places));
  const child = spawn(
    programPath('php-fpm') ?? 'php-fpm',
    ['-y', join(folder, 'fpm.conf'), '--nodaemonize', '--allow-to-run-as-root'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilOpen(child, `${folder}/php.sock`);
  return child;
}

async function startWebServer(places: Places): Promise<ChildProcess> {
  const { folder, url } = places;
  writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(places));
  const child = spawn(
    programPath('nginx') ?? 'nginx',
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'nginx.log')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilOpen(child, Number(new URL(url).port));
  return child;
}

async function untilOpen(child: ChildProcess, where: string | number): Promise<void> {
  const output = keepOutput(child);
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} does not start: ${output()}`);
    if (typeof where === 'number' || existsSync(where)) {
      const socket = typeof where === 'number' ? connect(where, '127.0.0.1') : connect(where);
      const isOpen = await new Promise((resolve) =>
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
      );
      socket.destroy();
      if (isOpen) return;
    }
    await pause(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
