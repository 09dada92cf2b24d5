import { answer } from '../../rules/conditions/condition.ts';
import { conditions } from '../../rules/conditions/conditions.ts';
import { formatPrice, parsePrices, showPrice } from '../../rules/money/money.ts';
import { aroundPrice } from '../../rules/money/written-price.ts';
import { fillTemplate, parseTemplate } from '../../rules/text/template.ts';
import { checkUrl } from '../../rules/markup/url.ts';
import { readBindings } from '../../rules/markup/bindings.ts';
import { closestAround, composedParent, isComplete, localeOf } from '../dom/nodes.ts';
import { openingTagOf } from '../dom/opening-tag.ts';

/** Functions that lazy files use from the loader, so that no page downloads them twice. */
export const sharedFunctions = {
  conditions,
  rules: {
    answer,
    readBindings,
    parseTemplate,
    fillTemplate,
    formatPrice,
    parsePrices,
    showPrice,
    aroundPrice,
    checkUrl,
  },
  closestAround,
  composedParent,
  isComplete,
  localeOf,
  openingTagOf,
};
