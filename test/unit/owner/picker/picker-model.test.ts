import { describe, expect, it } from 'vitest';
import { change } from './page-changes.ts';
import { createPickerModel, parseOpenPanel } from '../../../../src/owner/picker/picker-model.ts';

const saying = (value: string) => change({ value, pages: '/shoe' });

/** A change without words cannot be kept. */
function start(stored?: string) {
  let changes = 0;
  const model = createPickerModel<string>({
    stored: stored && (JSON.parse(stored) as unknown),
    mistakeIn: ({ value }, target) => (value ? undefined : `${target} lacks words`),
    changed: () => (changes += 1),
  });
  const begin = (value: string, index?: number) => model.begin({ target: 'h1', change: saying(value), index });
  const keep = (...values: readonly string[]) =>
    values.forEach((value) => {
      begin(value);
      model.keep();
    });
  const kept = () => model.changes.all().map(({ value }) => value);
  const shown = () => model.shown.map(({ value }) => value);
  return { model, begin, keep, kept, shown, changes: () => changes };
}

describe('a draft', () => {
  it('shows and is not kept before somebody keeps it', () => {
    const { model, begin, kept, shown } = start();
    begin('Hello');
    expect([kept(), shown()]).toEqual([[], ['Hello']]);
    expect(model.keep()).toEqual(saying('Hello'));
    expect([kept(), shown(), model.draft]).toEqual([['Hello'], ['Hello'], undefined]);
  });

  it('with a mistake neither shows nor can be kept, and stays', () => {
    const { model, begin, kept, shown } = start();
    begin('');
    expect(model.mistake).toBe('h1 lacks words');
    expect(model.keep()).toBeUndefined();
    expect([kept(), shown(), model.draft?.target]).toEqual([[], [], 'h1']);
    model.write(saying('Bonjour'));
    expect([shown(), model.mistake]).toEqual([['Bonjour'], undefined]);
  });

  it('of a change that is edited takes its place, and dropped it leaves it', () => {
    const { model, begin, keep, kept, shown } = start();
    keep('one', 'two');
    begin('one again', 0);
    expect(shown()).toEqual(['one again', 'two']);
    model.drop();
    for (const values of [shown(), kept()]) expect(values).toEqual(['one', 'two']);
    begin('one again', 0);
    model.keep();
    expect(kept()).toEqual(['one again', 'two']);
  });

  it('ends the search for an element, and what is written without one is nothing', () => {
    const { model, begin, shown } = start();
    model.look('pointing');
    model.write(saying('lost'));
    expect([model.search, shown()]).toEqual(['pointing', []]);
    begin('Hello');
    expect(model.search).toBe('none');
  });
});

describe('what is to be added', () => {
  it('is known until an element is taken, also while the owner looks in another way', () => {
    const { model, begin } = start();
    model.look('pointing', 'nearest');
    model.look('list', model.wanted);
    expect([model.search, model.wanted]).toEqual(['list', 'nearest']);
    begin('Hello');
    expect(model.wanted).toBeUndefined();
  });

  it('is forgotten where the search ends, or the panel is closed', () => {
    const { model } = start();
    for (const end of [() => model.look('none'), () => model.close()]) {
      model.look('pointing', 'nearest');
      end();
      expect(model.wanted).toBeUndefined();
    }
  });
});

it('a panel that is closed keeps its changes, and neither draft nor search', () => {
  const { model, begin, keep, kept } = start();
  model.open();
  keep('Hello');
  begin('half written');
  model.look('list');
  model.close();
  expect([model.isOpen, model.search, model.draft, kept()]).toEqual([false, 'none', undefined, ['Hello']]);
});

it('each step is told once', () => {
  const { model, begin, changes } = start();
  model.open();
  model.look('pointing');
  begin('Hello');
  model.keep();
  model.changes.undo();
  model.close();
  expect(changes()).toBe(6);
});

describe('another page of the tab', () => {
  it('goes on with changes, steps and draft', () => {
    const first = start();
    first.model.open();
    first.keep('one', 'two');
    first.model.changes.undo();
    first.begin('half written', 0);
    const stored = first.model.toStore();
    const second = start(stored);
    expect(second.kept()).toEqual(['one']);
    second.model.changes.redo();
    expect(second.kept()).toEqual(['one', 'two']);
    expect(parseOpenPanel(JSON.parse(stored ?? ''), 1)).toEqual({ change: saying('half written'), index: 0 });
  });

  it('has nothing to go on with where nothing was done', () => expect(start().model.toStore()).toBeUndefined());

  it.each([
    null,
    1,
    'x',
    [],
    { isOpen: 1 },
    { isOpen: true, form: 1, index: 'x', steps: { lists: [[{ what: 'no' }]], at: -1 } },
  ])('is not misled by %j, which somebody else has stored', (stored) => {
    const panel = parseOpenPanel(stored, 0);
    const { kept, shown } = start(JSON.stringify(stored));
    expect([panel?.change, panel?.index, kept(), shown()]).toEqual([undefined, undefined, [], []]);
  });
});
