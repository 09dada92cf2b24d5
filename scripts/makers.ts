import type { Task } from './task.ts';

/** `npm run make -- <name>`: writes what is generated and committed, and what is made now and then. */
export const makers: Readonly<Record<string, Task>> = {
  reference: {
    about: 'docs/elements.md, from the doc comments of the elements',
    file: 'scripts/reference/write.ts',
  },
  promises: {
    about: 'docs/promises.md, from the rows of test/proxy-conformance',
    file: 'test/proxy-conformance/write-promises.ts',
  },
  tables: {
    about: 'the generated tables, from data that others publish; --check only compares them',
    file: 'scripts/tables/build.ts',
    packages: 'scripts/tables',
  },
  wordpress: {
    about: "the WordPress plugin's tables, from the sources, and its zip; --check only compares the tables",
    file: 'scripts/wordpress/build.ts',
  },
  fonts: {
    about: "the demo's fonts; --check only compares them",
    file: 'scripts/fonts/build.ts',
    packages: 'scripts/fonts',
  },
  picture: { about: "the README's pictures of the demo and of the panel", file: 'scripts/picture.ts', builds: true },
  filmstrip: { about: 'the picture of first frames in docs/install.md', file: 'bench/page/filmstrip.ts', builds: true },
  'mutants-at-random': {
    about: 'which tests notice small changes of the widget in random places; --count 60 --seed 38; takes hours',
    file: 'scripts/mutants/at-random.ts',
    packages: 'scripts/mutants',
  },
  house: {
    about: 'a list of the rooms of src, their files and lines, and of what one call runs',
    file: 'scripts/house/run.ts',
    builds: true,
  },
};
