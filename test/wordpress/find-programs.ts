import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from '../support/apt.ts';

/** Debian has most of them where only root's path looks. */
export const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

/** What must be there, and the Debian package that has it. */
const needs = [
  ['/usr/share/wordpress/wp-load.php', 'wordpress'],
  ['/usr/share/wordpress/wp-content/themes/twentytwentythree/style.css', 'wordpress-theme-twentytwentythree'],
  ['mariadbd', 'mariadb-server'],
  ['php', 'php-cli'],
  ['php-fpm', 'php-fpm'],
  ['nginx', 'nginx-light'],
  ['phpcs', 'php-codesniffer'],
  ...['curl', 'mysqli', 'xml', 'mbstring'].map(
    (name) => [`php:${name}`, `php-${name.replace('mysqli', 'mysql')}`] as const,
  ),
] as const;

/** Finds WordPress and what it runs on, or installs it where that takes no more than apt. @returns the packages that are still missing. */
export function installMissingPrograms(): readonly string[] {
  const missing = missingPackages();
  if (missing.length > 0) installPackages(missing);
  return missingPackages();
}

/** For the reader of a log. */
export function describeVersions(): string {
  const run = (program: string, ...args: string[]) =>
    /\d+(?:\.\d+)+/.exec(spawnSync(programPath(program) ?? program, args, { encoding: 'utf8' }).stdout)?.[0] ?? '?';
  const wordpress = run('php', '-r', "require '/usr/share/wordpress/wp-includes/version.php'; echo $wp_version;");
  return `WordPress ${wordpress}, PHP ${run('php', '-v')}, MariaDB ${run('mariadbd', '--version')}`;
}

/** Debian has the version in the name of PHP's process manager: `php-fpm8.2`. */
export function programPath(name: string): string | undefined {
  const names = name === 'php-fpm' ? ['php-fpm', 'php-fpm8.2', 'php-fpm8.4'] : [name];
  const paths = searchPath.split(':').flatMap((folder) => names.map((each) => `${folder}/${each}`));
  return paths.find((path) => existsSync(path));
}

function missingPackages(): readonly string[] {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
  return needs.flatMap(([what, name]) => {
    if (what.startsWith('php:')) return modules.includes(what.slice(4)) ? [] : [name];
    return (what.startsWith('/') ? existsSync(what) : programPath(what) !== undefined) ? [] : [name];
  });
}
