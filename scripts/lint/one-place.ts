import { sources, texts } from './files.ts';

/** Things that one file does for all. */
export function checkOnePlace(): readonly string[] {
  return [...printing(), ...storing(), ...evaluating(), ...tracing(), ...replacing()];
}

/** A terminal executes what is printed: docs/architecture/http.md#one-file-prints. */
function printing(): readonly string[] {
  // The second prints a built file of ours, which is pasted byte for byte; the third runs on a Node that can't read the first.
  const may = ['src/http/terminal.ts', 'src/command-line/snippet.ts', 'src/http/required-node.ts'];
  return sources
    .filter(({ path }) => /^src\/(http|proxy|service|doctor|command-line)\//.test(path) && !may.includes(path))
    .filter(({ text }) => /\bconsole\s*\.|\bstd(?:out|err)\??\.write\b/.test(text))
    .map(({ path }) => `${path}: prints by itself; src/http/terminal.ts does that for all`);
}

/** One door asks before anything is stored; the refusal and the cookies for the edge have their own: docs/architecture/visitor.md. */
function storing(): readonly string[] {
  const may = ['src/widget/visitor/mirror.ts', 'src/widget/elements/geo-optout.ts', 'src/widget/features/edge.ts'];
  return sources
    .filter(({ path }) => /^src\/(widget|owner|library)\//.test(path) && !may.includes(path))
    .filter(({ text }) => /\bsetItem\(|\bcookie =/.test(text))
    .map(({ path }) => `${path}: stores by itself; src/widget/visitor/mirror.ts asks first`);
}

/** Unit tests share their modules; vitest.config.ts isolates those that replace one. */
function replacing(): readonly string[] {
  return texts
    .filter(({ path }) => path.startsWith('test/unit/') && !path.endsWith('.isolated.test.ts'))
    .filter(({ text }) => /\bvi\.(?:mock|doMock|resetModules)\(/.test(text))
    .map(({ path }) => `${path}: replaces a module, so name it *.isolated.test.ts`);
}

/** What answers a condition or works out a value, from facts. */
const evaluators = new Set([
  'any',
  'answer',
  'answerLazy',
  'askGroup',
  'evaluateClasses',
  'evaluateVisibility',
  'fieldText',
  'fillTemplate',
  'formatPrice',
  'isHiddenAsWhole',
  'platformText',
  'showPrice',
  'showPriceElement',
  'valueOfElement',
  'wantUrl',
]);

/** explain() tells what the rules have traced: docs/architecture/owner.md#explain. */
function evaluating(): readonly string[] {
  return sources
    .filter(({ path }) => path.includes('/owner/explain/'))
    .flatMap(({ path, text }) => {
      const imported = [...text.matchAll(/import \{([^}]*)\} from '(?!\.\/)/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      );
      const handed = [...text.matchAll(/core\.(?:rules|markup)\.(\w+)/g)].map(([, name = '']) => name);
      return [...imported, ...handed]
        .filter((name) => evaluators.has(name))
        .map((name) => `${path}: asks ${name} by itself, and not the trace`);
    });
}

/** Its only way to the rules runs them as the page does. */
function tracing(): readonly string[] {
  const file = sources.find(({ path }) => path.endsWith('owner/trace-page.ts'));
  return ['answer', 'binding.want', 'evaluateVisibility', 'showPriceElement', 'isHiddenAsWhole']
    .filter((name) => !file?.text.includes(`=> ${name}(`))
    .map((name) => `${file?.path ?? 'owner/trace-page.ts'}: does not run ${name}`);
}
