import { describe, expect, it } from 'vitest';
import { isWanted, mayStore, recordOf } from '../../../src/widget/visitor/visitor-state.ts';
import {
  begin,
  events,
  forNewest,
  france,
  germany,
  hourMs,
  japan,
  type Life,
  live,
  now,
  started,
  type VisitorEvent,
} from './visitor-life.ts';

const situations = {
  'before the start': begin(),
  'while the first request is under way': started(begin()),
  'with an answer': live(started(begin()), events.answered),
  'after a failure': live(started(begin()), { ...events.databaseRead, cached: undefined }, events.failed),
  'with a guess': live(started(begin()), events.guessed),
  'with a choice': live(started(begin()), events.answered, events.chosen),
  'without consent': live(begin({ consent: 'required' }), events.seen),
  'after a withdrawal': live(started(begin()), events.answered, events.withdrawn),
  'in a preview': live(begin(), events.previewed),
  'in a slow preview': live(begin(), { ...events.previewed, record: undefined, waits: true }),
  'after the end': live(started(begin()), events.answered, events.ended),
} satisfies Record<string, Life>;

/** The new status, where it changes, and the effects. An event that is not named causes nothing. */
const outcomes: Record<keyof typeof situations, Partial<Record<keyof typeof events, string>>> = {
  'before the start': {
    seen: 'restore',
    restored: 'ask 1, read the database',
    refreshed: 'ask 1',
    delayed: 'fallback; ready',
    chosen: 'override; store choice, ready',
    reset: 'store choice',
    withdrawn: 'abort, clear',
    previewed: 'override; abort, ready',
    ended: 'abort',
  },
  'while the first request is under way': {
    seen: 'restore',
    refreshed: 'ask 2 within the budget',
    answered: 'ready; store record, ready',
    failed: 'report http',
    databaseRead: 'ready; ready',
    guessed: 'provisional; ready',
    chosen: 'override; store choice, ready',
    reset: 'store choice',
    withdrawn: 'fallback; abort, clear, ready',
    previewed: 'override; abort, ready',
    ended: 'abort',
  },
  'with an answer': {
    seen: 'restore',
    refreshed: 'ask 2',
    chosen: 'override; store choice, change',
    reset: 'store choice',
    withdrawn: 'fallback; abort, clear, change',
    previewed: 'override; abort, change',
    ended: 'pending; abort',
  },
  'after a failure': {
    seen: 'restore',
    refreshed: 'ask 2',
    // A late one, behind the budget.
    answered: 'ready; store record, change',
    databaseRead: 'ready; change',
    chosen: 'override; store choice, change',
    reset: 'store choice',
    withdrawn: 'abort, clear',
    previewed: 'override; abort, change',
    ended: 'pending; abort',
  },
  'with a guess': {
    seen: 'restore',
    refreshed: 'ask 2 within the budget',
    answered: 'ready; store record, change',
    failed: 'report http',
    databaseRead: 'ready; change',
    chosen: 'override; store choice, change',
    reset: 'store choice',
    withdrawn: 'fallback; abort, clear, change',
    previewed: 'override; abort, change',
    ended: 'pending; abort',
  },
  'with a choice': {
    seen: 'restore',
    refreshed: 'ask 2',
    chosen: 'store choice',
    reset: 'ready; store choice, change',
    withdrawn: 'fallback; abort, clear, change',
    previewed: 'abort',
    ended: 'pending; abort',
  },
  'without consent': {
    chosen: 'override; change',
    consented: 'store consent+choice, restore',
    withdrawn: 'abort, clear',
    previewed: 'override; abort, change',
    ended: 'pending; abort',
  },
  'after a withdrawal': {
    chosen: 'override; change',
    consented: 'store choice, restore',
    withdrawn: 'abort, clear',
    previewed: 'override; abort, change',
    ended: 'pending; abort',
  },
  'in a preview': { chosen: 'change', withdrawn: 'clear', previewed: 'abort', ended: 'pending; abort' },
  'in a slow preview': {
    chosen: 'override; ready',
    withdrawn: 'clear',
    previewed: 'override; abort, ready',
    ended: 'abort',
  },
  'after the end': { withdrawn: 'abort, clear', ended: 'abort' },
};

describe.each(Object.entries(situations))('%s', (situation, life) => {
  it.each(Object.entries(events))('%s', (name, event) => {
    const { state, log } = live(life, forNewest(event, life));
    const outcome = [state.status !== life.state.status && state.status, log.at(-1)].filter(Boolean).join('; ');
    expect(outcome).toBe(Reflect.get(outcomes[situation as keyof typeof situations], name) ?? '');
  });
});

const answer = (request: number, record: object) => ({ ...events.answered, request, answer: { time: now, record } });
const failure = (request: number, changes: object = {}) => ({ ...events.failed, request, ...changes });
const againIn = (againMs: number) => ({ failure: { code: 'http', detail: '', againMs } });
const noDatabase = { ...events.databaseRead, cached: undefined };
/** After the first answer. */
const afterAnswer = (...happened: readonly VisitorEvent[]) => live(started(begin()), answer(1, france), ...happened);

describe('requests', () => {
  it('of two under way the newer answer stays, whichever comes last', () => {
    const both = live(started(begin()), events.refreshed);
    expect(recordOf(live(both, answer(2, japan), answer(1, france)).state)).toEqual(japan);
    expect(recordOf(live(both, answer(1, france), answer(2, japan)).state)).toEqual(japan);
  });

  it('the older answer is used while the newer request is under way, and when that fails', () => {
    const { state, log } = live(started(begin()), events.refreshed, answer(1, france), failure(2));
    expect(log.slice(-2)).toEqual(['store record, ready', 'report http']);
    expect(recordOf(state)).toEqual(france);
  });

  it('the older failure is not reported while the newer request is under way', () => {
    const { state, log } = live(started(begin()), events.refreshed, failure(1));
    expect([log.at(-1), state.waiting]).toEqual(['', true]);
  });

  it('refreshes at the same time share one, and a later one has its own', () =>
    expect(afterAnswer(events.refreshed, events.refreshed, answer(2, japan), events.refreshed).log.slice(-4)).toEqual([
      'ask 2',
      '',
      'store record, change',
      'ask 3',
    ]));

  it('a database that was read for a visitor who has withdrawn since does not end the wait for the next read', () => {
    const { withdrawn, consented, restored, failed, databaseRead } = events;
    const asked = live(started(begin({ consent: 'required' })), consented, restored, withdrawn, consented, restored);
    const { newest } = asked.state;
    const late = live(asked, { ...failed, request: newest }, { ...databaseRead, request: 1, cached: undefined });
    expect(late.state.reading).toBe(true);
    const read = live(late, { ...databaseRead, request: newest });
    expect(read.state.found).toMatchObject({ source: 'cache', record: germany });
  });

  it('nothing asks without an endpoint, and the page is ready at once', () =>
    expect(live(started(begin({ endpoint: undefined })), events.refreshed).log).toEqual(['restore', 'ready', '']));

  it('an answer after the budget changes the page and is stored', () =>
    expect(live(started(begin()), noDatabase, failure(1), answer(1, france)).log.slice(-2)).toEqual([
      'report http, ready',
      'store record, change',
    ]));

  it('is wanted while it is the newest and has no answer', () => {
    const { state } = live(started(begin()), events.refreshed);
    expect([isWanted(state, 1), isWanted(state, 2)]).toEqual([false, true]);
    for (const end of [answer(2, france), events.withdrawn, events.ended])
      expect(isWanted(live({ ...begin(), state }, end).state, 2), end.type).toBe(false);
  });
});

describe('after a failure', () => {
  const wakeAfter = (failed: object, uptimeMs: number) =>
    started(live(started(begin()), noDatabase, failure(1, { uptimeMs: 3000, ...failed })), { uptimeMs }).log.at(-1);

  it.each([
    [{}, 62_999, ''],
    [{}, 63_000, 'ask 2, read the database'],
    [againIn(120_000), 122_999, ''],
    [againIn(120_000), 123_000, 'ask 2, read the database'],
    [againIn(Infinity), 1e9, ''],
    [{ uptimeMs: undefined }, 3001, 'ask 2, read the database'],
    [{ uptimeMs: undefined, ...againIn(Infinity) }, 3001, 'ask 2, read the database'],
  ])('%j, waking up after %d ms causes "%s"', (failed, uptimeMs, caused) =>
    expect(wakeAfter(failed, uptimeMs)).toBe(caused),
  );
});

describe('what is stored', () => {
  const cached = (ageHours: number, record: object = france) => ({ time: now - ageHours * hourMs, record });

  it.each([
    ['a fresh record is used without a request', cached(23), 'ready'],
    ['a stale one is used and asked for again', cached(24), 'ask 1, ready'],
    ['one from the future is used and asked for again', cached(-1), 'ask 1, ready'],
  ])('%s', (_name, record, caused) => expect(started(begin(), { cached: record }).log.at(-1)).toBe(caused));

  it('the record of another tab is used when it is newer, and not when it is older', () => {
    const life = afterAnswer();
    expect(recordOf(started(life, { cached: cached(1, japan) }).state)).toEqual(france);
    expect(recordOf(started(life, { cached: cached(-0.1, japan) }).state)).toEqual(japan);
  });

  it('the choice of another tab is followed, and so is its reset although nothing else is known', () => {
    const life = started(live(started(begin()), noDatabase, failure(1)), {
      choice: { fields: { countryCode: 'US' }, place: true },
    });
    expect([life.state.status, life.log.at(-1)]).toEqual(['override', 'change']);
    const reset = started(life, { choice: null });
    expect([reset.state.status, reset.log.at(-1)]).toEqual(['fallback', 'change']);
  });

  it('a choice makes the page ready, and what is behind it is asked for', () =>
    expect(started(begin(), { choice: { fields: japan, place: true } }).log.at(-1)).toBe(
      'ask 1, read the database, ready',
    ));

  it('the embedded record goes before a cached one, and is stored', () => {
    const { state, log } = started(begin(), { cached: cached(1, japan), embedded: { time: now, record: france } });
    expect([recordOf(state), log.at(-1)]).toEqual([france, 'store record, ready']);
  });

  it('the embedded record does not come back once there is another', () => {
    const life = afterAnswer();
    expect(recordOf(started(life, { embedded: { time: now, record: japan } }).state)).toEqual(france);
  });

  describe('beside the record that a header of the page gives', () => {
    const named = { time: now, record: france };
    const sourceOf = ({ state }: Life) => [state.found?.source, recordOf(state)];

    it('an older one of another country gives way, and the proxy is asked', () => {
      const life = started(begin({}, named), { cached: cached(1, japan) });
      expect([...sourceOf(life), life.log.at(-1)]).toEqual(['header', france, 'ask 1']);
    });

    it('one of the same country stays, since it knows more, and nobody is asked while it is fresh', () => {
      const more = { countryCode: 'FR', stateCode: 'ARA', city: 'Lyon' };
      const life = started(begin({}, { time: now, record: { countryCode: 'FR' } }), { cached: cached(1, more) });
      expect([...sourceOf(life), life.log.at(-1)]).toEqual(['cache', more, 'change']);
    });

    it('one of any country stays where the page came from the cache of the browser', () => {
      const life = started(begin({}, { time: 0, record: france }), { cached: cached(1, japan) });
      expect(sourceOf(life)).toEqual(['cache', japan]);
    });

    it('nothing counts until there is something, and the proxy is asked', () => {
      const life = started(begin({}, { time: 0, record: france }));
      expect([...sourceOf(life), life.log.at(-1)]).toEqual(['header', france, 'ask 1']);
      expect(sourceOf(live(life, answer(1, japan)))).toEqual(['network', japan]);
      expect(sourceOf(live(life, failure(1)))).toEqual(['header', france]);
    });

    it('a header is stored where no proxy would say more, and only there', () => {
      const alone = started(begin({ endpoint: undefined }, named), { cached: cached(1, japan) });
      expect([...sourceOf(alone), live(alone, events.named).log.at(-1)]).toEqual(['header', france, 'store record']);
      for (const life of [
        started(begin({ endpoint: undefined, storage: 'off' }, named)),
        live(begin({ endpoint: undefined, consent: 'required' }, named), events.seen),
        started(begin({}, named)),
        afterAnswer(),
      ])
        expect(live(life, events.named).log.at(-1)).not.toContain('store');
    });

    it('without consent a header counts, and nothing is read, asked or stored', () => {
      const life = live(begin({ consent: 'required' }, named), events.seen);
      expect([...sourceOf(life), life.log]).toEqual(['header', france, ['ready']]);
      const withdrawn = live(started(live(life, events.consented)), answer(1, japan), events.withdrawn);
      expect(sourceOf(withdrawn)).toEqual(['header', france]);
    });

    it('a server that has written the page goes before its header', () =>
      expect(sourceOf(started(begin({}, named), { embedded: { time: now, record: japan } }))).toEqual([
        'embedded',
        japan,
      ]));

    it('choices go before a header, and a guess does not', () => {
      const life = started(begin({}, named), { choice: { fields: japan, place: true } });
      expect(recordOf(life.state)).toMatchObject(japan);
      expect(sourceOf(live(started(begin({}, named)), events.guessed))).toEqual(['header', france]);
    });
  });

  it('the database has no say once the answer is there, and none over a newer record', () => {
    const life = started(begin());
    expect(recordOf(live(life, answer(1, france), events.databaseRead).state)).toEqual(france);
    expect(recordOf(live(started(life, { cached: cached(1) }), events.databaseRead).state)).toEqual(france);
  });

  it('a failure while the database is read is reported at once and leaves the page pending until then', () => {
    const life = started(begin());
    expect(live(life, failure(1), noDatabase).log.slice(-2)).toEqual(['report http', 'ready']);
    expect(live(life, noDatabase, failure(1)).log.slice(-2)).toEqual(['', 'report http, ready']);
    const found = live(life, failure(1), events.databaseRead);
    expect([recordOf(found.state), found.log.at(-1)]).toEqual([germany, 'ready']);
  });

  it('whether the visitor returns is read once', () =>
    expect(started(started(begin(), { returning: false }), { returning: true }).state.returning).toBe(false));
});

describe('consent', () => {
  const required = begin({ consent: 'required' });
  const granted = { ...events.seen, consentMark: true };

  it('that is required and missing makes the page ready, and nothing is read, asked or stored', () =>
    expect(
      live(required, events.seen, events.restored, events.refreshed, events.chosen, events.guessed, events.seen).log,
    ).toEqual(['ready', '', '', 'change', '', '']));

  it('that was stored counts from the start', () =>
    expect(live(required, granted, events.restored).log).toEqual(['restore', 'ask 1, read the database']));

  it('that is given before the start counts from the start', () =>
    expect(started(live(required, events.consented)).log).toEqual([
      'store consent+choice',
      'restore',
      'ask 1, read the database',
    ]));

  it('that is withdrawn makes an answer on its way come too late', () => {
    const { state, log } = live(started(begin()), events.withdrawn, answer(1, france), failure(1));
    expect([recordOf(state), ...log.slice(-3)]).toEqual([undefined, 'abort, clear, ready', '', '']);
  });

  it('that is withdrawn makes the database that is being read come too late, also after a new grant', () => {
    const again = live(started(begin()), events.withdrawn, events.consented, events.restored);
    expect(again.log.at(-1)).toBe('ask 3, read the database');
    expect(recordOf(live(again, events.databaseRead).state)).toBeUndefined();
    expect(recordOf(live(again, { ...events.databaseRead, request: 3 }).state)).toEqual(germany);
  });

  it.each([0, Infinity])('that is given again asks at once, also right after a failure (%d)', (againMs) =>
    expect(
      live(started(begin()), failure(1, againIn(againMs)), events.withdrawn, events.consented, events.restored).log.at(
        -1,
      ),
    ).toBe('ask 3, read the database'),
  );

  it('that is given again lets a refresh ask, also while one from before is under way', () =>
    expect(
      afterAnswer(events.refreshed, events.withdrawn, events.consented, events.restored, events.refreshed).log.slice(
        -2,
      ),
    ).toEqual(['ask 4, read the database', 'ask 5 within the budget']));

  it('that another tab withdraws counts here, and wipes what this tab stores for its session', () => {
    const life = live(required, granted, events.restored, answer(1, france));
    const { state, log } = live(life, { ...events.seen, consentMark: null });
    expect(state).toMatchObject({ status: 'fallback', found: undefined, returning: undefined });
    expect(log.at(-1)).toBe('abort, clear, change');
  });
});

describe('a choice', () => {
  it('before the answer makes the page ready, and the answer does not undo it', () => {
    const { state, log } = live(started(begin()), events.chosen, answer(1, france));
    expect(log.slice(-2)).toEqual(['store choice, ready', 'store record']);
    expect(recordOf(state)).toEqual({ countryCode: 'US' });
  });

  it('that is taken back gives way to what was looked up meanwhile', () => {
    const life = afterAnswer(events.chosen, events.refreshed, answer(2, japan));
    expect(recordOf(live(life, events.reset).state)).toEqual(japan);
  });

  it('without a place adds to the one before', () =>
    expect(
      recordOf(
        live(started(begin()), events.chosen, {
          type: 'chosen',
          choice: { fields: { currencyCode: 'CHF' }, place: false },
        }).state,
      ),
    ).toEqual({ countryCode: 'US', currencyCode: 'CHF' }));

  it('of what was looked up is an override all the same', () => {
    const life = live(started(begin()), answer(1, { city: 'Lyon' }), {
      type: 'chosen',
      choice: { fields: { city: 'Lyon' }, place: false },
    });
    expect([life.state.status, life.log.at(-1)]).toEqual(['override', 'store choice, change']);
  });
});

describe('a guess', () => {
  it('gives way to every record, and is not stored', () => {
    const life = live(started(begin()), events.guessed);
    expect(recordOf(live(life, answer(1, france)).state)).toEqual(france);
    expect(recordOf(live(life, events.databaseRead).state)).toEqual(germany);
    expect(recordOf(started(life, { cached: { time: now, record: france } }).state)).toEqual(france);
    expect(life.log.join()).not.toContain('store ');
  });

  it('stays after a failure, and is asked for again later', () => {
    const life = live(started(begin()), events.guessed, noDatabase, failure(1));
    expect([life.state.status, started(life, { uptimeMs: 63_000 }).log.at(-1)]).toEqual(['provisional', 'ask 2']);
  });
});

describe('a preview', () => {
  it('makes an answer on its way come too late: it is neither shown nor stored', () => {
    const { state, log } = live(begin(), events.refreshed, events.previewed, answer(1, france), failure(1));
    expect([recordOf(state), ...log.slice(1)]).toEqual([{ countryCode: 'BR' }, 'abort, ready', '', '']);
  });

  it('goes on when another tab withdraws, which wipes what this tab has stored for its session', () => {
    const life = live(live(begin(), events.previewed), { ...events.seen, consentMark: null });
    expect([life.state.status, life.log.at(-1), mayStore(life.state, true)]).toEqual(['override', 'clear', false]);
  });

  it('is kept in the tab where the page may store, and nothing else is', () => {
    const keeps = (consent: 'granted' | 'required') =>
      live(begin({ consent }), events.previewed, events.previewed).state;
    expect([mayStore(keeps('granted'), true), !!mayStore(keeps('granted'))]).toEqual([true, false]);
    expect(mayStore(keeps('required'), true)).toBe(false);
  });

  it('of a failed lookup is a page without a record', () =>
    expect(live(begin(), { ...events.previewed, record: undefined }).state.status).toBe('fallback'));
});
