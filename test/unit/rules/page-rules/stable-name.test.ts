import { describe, expect, it } from 'vitest';
import { lifetimeOf } from '../../../../src/rules/page-rules/stable-name.ts';
import { wordsOf } from '../../../support/listed.ts';

describe('how long a name lasts', () => {
  it.each([
    ...wordsOf(`
      price hero-title product__price ProductCard navBarItem framer-text elementor-heading-title w-layout-grid
      text-block-12 col-md-6 column2 h1 section3title mt-4 wp-block-heading menu-item-42 post-123 et_pb_text_inner
      price-item--regular sqs-block-content größe css script scroll rclass mantine matrix generation iPhone
      eCommerce swiper deadbeat MuiButton-root navCTA btnPrimary rssSummary card__title--large grid__col-4 c-button
      _row section12
    `),
    'Boots 2026',
  ])('%s was given by somebody', (name) => expect(lifetimeOf(name)).toBe('lasting'));

  it.each(
    wordsOf(`
    elementor-element-7a8b9c0 brxe-abcdef comp-kd8fj2x1 block-5f3c1d2e4b5a6c7d8e9f w-node-e6a1b2c3-d4e5f6a7
    shopify-section-template--16420_main et_pb_text_0 et_pb_row_3 product-7234234234 44012345678901
  `),
  )('%s is one that a builder keeps for the element', (name) => expect(lifetimeOf(name)).toBe('of-element'));

  it.each([
    ...wordsOf(`
      css-1x2y3z css-abcdef sc-bdVaJa sc-1x2y3z-0 framer-1abc2d jsx-1234567890 jss42 svelte-1a2b3c4 astro-J7PV25F6
      Button_root__a1B2c Button-module__x7Kq2 _3kLm9_1 bdVaJa iJkLmN d41d8cd98f00b204 Hero_title__IzoF-
      Hero_title__HGFUF hero-module--title--TH_fQ _title_oedqj_141 _1oesconh __className_aaeade
      Hero__Title-sc-nsoisau-0 c-pdzDQS c-pdzDQS-oluJWV-size-2 OuidmA XdsbLo AkWKGI RKiry5 uDW_Qe l7_2fn preFade
      framer-mxmxab framer-v-mjzuab svelte-osmtbz astro-ivgnlswy 5fSAjpZRksdVhUisoq7WZ clrz844 kbdwr true 49
      _R_7qjwp_ :r1: :R2abc: «r1» _r_1_ radix-:r4: radix-42 headlessui-menu-button-3 mui-12345 ember123
      yui_3_17_2_1_1700000000000_42 is-active active w--current hidden loaded geo-show-fr
    `),
    'a'.repeat(101),
  ])('%s changes with a build or a view', (name) => expect(lifetimeOf(name)).toBe('changing'));
});
