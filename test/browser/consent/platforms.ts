import { readFileSync } from 'node:fs';

/** The script under a heading of docs/consent.md, as an owner copies it. */
export function recipe(heading: string): string {
  const section = readFileSync('docs/consent.md', 'utf8').split(`\n## ${heading}\n`)[1] ?? '';
  return /```html\n([^]*?)```/.exec(section)?.[1] ?? '';
}

/** What of a consent platform a page can see, made from its public documentation: `decide(true)` is its button. */
export interface Platform {
  readonly name: string;
  readonly heading: string;
  /** For the head, above everything. */
  stub?: string;
  /** The platform itself, which comes late. */
  script: string;
}

/**
 * Google Consent Mode: commands are `arguments` pushed to the data layer, and Tag Manager puts a function of its own around its `push`.
 * https://developers.google.com/tag-platform/security/guides/consent
 */
const google = (byDefault: 'granted' | 'denied'): Platform => ({
  name: `Google Consent Mode, ${byDefault} by default`,
  heading: 'Google Consent Mode',
  stub: `<script>
    window.dataLayer = window.dataLayer || [];
    function gtag() { dataLayer.push(arguments); }
    gtag('consent', 'default', { ad_storage: '${byDefault}', functionality_storage: '${byDefault}', wait_for_update: 500 });
    gtag('js', new Date());
    dataLayer.push({ event: 'consent', 0: 'consent', 1: 'update' });
  </script>`,
  script: `
    const push = dataLayer.push;
    dataLayer.push = function () { return push.apply(dataLayer, arguments); };
    const tell = (state) => gtag('consent', 'update', { ad_storage: 'denied', functionality_storage: state });
    gtag('consent', 'update', { ad_storage: 'denied' });
    const stored = document.cookie.match(/cmp=(granted|denied)/);
    if (stored) tell(stored[1]);
    window.decide = (yes) => {
      document.cookie = 'cmp=' + (yes ? 'granted' : 'denied');
      tell(yes ? 'granted' : 'denied');
    };`,
});

/**
 * IAB TCF: a stub that queues calls, then the platform, whose listeners hear at once where things stand.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework/blob/master/TCFv2/IAB%20Tech%20Lab%20-%20CMP%20API%20v2.md
 */
const tcf = (gdprApplies: boolean): Platform => ({
  name: `IAB TCF${gdprApplies ? '' : ', where GDPR does not apply'}`,
  heading: 'IAB TCF',
  stub: `<script>
    const queue = [];
    window.__tcfapi = (...call) => call.length ? void queue.push(call) : queue;
  </script>`,
  script: `
    const listeners = new Map();
    const stored = document.cookie.match(/tcf=(true|false)/);
    let consents = stored && stored[1] === 'true' ? { 1: true } : {};
    let eventStatus = ${gdprApplies} && !stored ? 'cmpuishown' : 'tcloaded';
    const data = (listenerId) => ({ tcfPolicyVersion: 4, gdprApplies: ${gdprApplies}, eventStatus, cmpStatus: 'loaded', listenerId, purpose: { consents, legitimateInterests: {} }, vendor: { consents: {} } });
    const queued = window.__tcfapi();
    window.__tcfapi = (command, version, callback, parameter) => {
      if (command === 'addEventListener') {
        const id = listeners.size + 1;
        listeners.set(id, callback);
        callback(data(id), true);
      } else if (command === 'removeEventListener') callback(listeners.delete(parameter));
      else callback(null, false);
    };
    for (const call of queued) window.__tcfapi(...call);
    const tell = () => listeners.forEach((callback, id) => callback(data(id), true));
    window.decide = (yes) => {
      eventStatus = 'cmpuishown';
      tell();
      document.cookie = 'tcf=' + yes;
      consents = yes ? { 1: true } : {};
      eventStatus = 'useractioncomplete';
      tell();
    };`,
});

/**
 * WP Consent API: a cookie for each category, and an event with what has changed.
 * https://wordpress.org/plugins/wp-consent-api/
 */
const wordPress = (type: 'optin' | 'optout'): Platform => ({
  name: `WP Consent API, ${type}`,
  heading: 'WP Consent API',
  script: `
    const cookie = (category) => (document.cookie.match('wp_consent_' + category + '=(allow|deny)') || ['', ''])[1];
    window.wp_consent_type = '${type}';
    window.wp_has_consent = (category) => ('${type}' === 'optout' && cookie(category) === '') || cookie(category) === 'allow';
    window.wp_set_consent = (category, value) => {
      document.cookie = 'wp_consent_' + category + '=' + value + ';path=/';
      const detail = [];
      detail[category] = value;
      document.dispatchEvent(new CustomEvent('wp_listen_for_consent_change', { detail }));
    };
    document.dispatchEvent(new CustomEvent('wp_consent_type_defined'));
    window.decide = (yes) => {
      wp_set_consent('statistics', 'allow');
      wp_set_consent('preferences', yes ? 'allow' : 'deny');
    };`,
});

export const platforms: readonly Platform[] = [
  google('denied'),
  google('granted'),
  tcf(true),
  wordPress('optin'),
  wordPress('optout'),
];
export const tcfElsewhere = tcf(false);
