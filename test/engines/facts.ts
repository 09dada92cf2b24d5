import type { Facts } from './fact.ts';
import { choiceFacts } from './facts/choices.ts';
import { conditionFacts } from './facts/conditions.ts';
import { explainFacts } from './facts/explain.ts';
import { firstFrameFacts } from './facts/first-frame.ts';
import { hostPageFacts } from './facts/host-page.ts';
import { policyFacts } from './facts/policies.ts';
import { previewFacts } from './facts/previews.ts';
import { rarerElementFacts } from './facts/rarer-elements.ts';
import { siteFacts } from './facts/site.ts';
import { valueFacts } from './facts/values.ts';
import { visitorFacts } from './facts/visitor.ts';
import { whatShowsFacts } from './facts/what-shows.ts';

export const facts: Facts = {
  ...visitorFacts,
  ...choiceFacts,
  ...whatShowsFacts,
  ...conditionFacts,
  ...valueFacts,
  ...rarerElementFacts,
  ...policyFacts,
  ...hostPageFacts,
  ...explainFacts,
  ...firstFrameFacts,
  ...previewFacts,
  ...siteFacts,
};
