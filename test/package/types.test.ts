import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consumers, installed, run } from './packed.ts';

const types = join(consumers, 'types');
const requirePackage = createRequire(import.meta.url) as (name: string) => unknown;

describe.each([
  ['the native compiler', resolve('node_modules/.bin/tsc')],
  ['TypeScript 5', 'tsc'],
])('%s', (_name, compiler) => {
  it('takes what a page does, strictly and with our declarations checked, and refuses mistakes', () => {
    expect(run(compiler, ['-p', '.'], join(types, 'plain'))).toEqual({ status: 0, output: '' });
  });

  it.each(['react', 'preact', 'solid'])('takes the elements in JSX of %s, and refuses mistakes', (framework) => {
    expect(run(compiler, ['-p', '.'], join(types, framework))).toEqual({ status: 0, output: '' });
  });
});

it.each([
  ['vue', 'vue-tsc', ['-p', '.']],
  ['svelte', 'svelte-check', ['--tsconfig', './tsconfig.json', '--output', 'machine']],
])('templates of %s know the elements: one mistake in one file', (framework, checker, args) => {
  const { output } = run(checker, args, join(types, framework));
  const errors = output.split('\n').filter((line) => / ERROR |error TS/.test(line));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/Mistake\.\w+.*tomorrow/);
});

describe('the manifest', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, 'lib/custom-elements.json'), 'utf8'));

  it('is a Custom Elements Manifest', () => {
    const Ajv = requirePackage('ajv') as {
      default: new (options: object) => {
        compile(schema: unknown): ((value: unknown) => boolean) & { errors?: unknown };
      };
    };
    const schema = requirePackage('custom-elements-manifest/schema.json');
    const validate = new Ajv.default({ strict: false }).compile(schema);
    expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  });

  it('gives each attribute its property, which reflects it', () => {
    interface Declaration {
      readonly attributes: readonly { readonly name: string; readonly fieldName: string }[];
      readonly members: readonly { readonly name: string; readonly attribute: string; readonly reflects: boolean }[];
    }
    const { modules } = manifest as {
      readonly modules: readonly { readonly declarations: readonly Partial<Declaration>[] }[];
    };
    const elements = modules
      .flatMap(({ declarations }) => declarations)
      .filter((one): one is Declaration => !!one.attributes);
    expect(elements.length).toBeGreaterThan(9);
    for (const { attributes, members } of elements) {
      // `hidden` is the platform's.
      expect(members.map(({ name, attribute }) => `${attribute} ${name}`)).toEqual(
        attributes.filter(({ name }) => name !== 'hidden').map(({ name, fieldName }) => `${name} ${fieldName}`),
      );
      expect(members.every(({ reflects }) => reflects)).toBe(true);
    }
  });

  it('leads to modules that are there, and the package leads to it', async () => {
    const { validateCem } = requirePackage('@wc-toolkit/cem-validator') as {
      validateCem(manifest: unknown, options: object): Promise<void>;
    };
    // The events' classes come from `geolet` itself, not from each element's module.
    const rules = { manifest: { exportTypes: 'off' } };
    await validateCem(manifest, {
      packageJsonPath: join(installed, 'package.json'),
      cemFileName: 'custom-elements.json',
      rules,
    });
    const modules = [...JSON.stringify(manifest).matchAll(/"path":"lib\/library\/elements\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(modules.sort()).toEqual(
      readdirSync(join(installed, 'lib/library/elements'))
        .filter((name) => name.endsWith('.js'))
        .sort(),
    );
  });
});
