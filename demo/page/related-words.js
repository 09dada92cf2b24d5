// @ts-check

/** Words that readers use for one thing. The docs may have only one of them. */
export const relatedWords = [
  'accurate accuracy exact precise wrong trust',
  'adblocker ad-blocker',
  'block ban forbid access control sanctions',
  'broken wrong error trouble',
  'cost price free account',
  'country nation',
  'csp xss content-security-policy',
  'down outage fails failure',
  'flicker flash jump shift',
  'gdpr law legal privacy consent',
  'google seo ranking search-engine crawler',
  'help support contact report bug',
  'language translate translation multilingual hreflang',
  'money currency dollar euro pound yen',
  'picture photo image',
  'preview test try',
  'remove uninstall delete',
  'sale discount former was crossed',
  'secret password token key',
  'slow late delay',
  'store shop branch',
  'update upgrade release version',
];
