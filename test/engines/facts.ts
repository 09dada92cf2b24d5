import type { Fact } from './fact.ts';
import { conditionFacts } from './facts/conditions.ts';
import { policyFacts } from './facts/policies.ts';
import { valueFacts } from './facts/values.ts';
import { visitorFacts } from './facts/visitor.ts';
import { whatShowsFacts } from './facts/what-shows.ts';

export const facts: readonly Fact[] = [...visitorFacts, ...whatShowsFacts, ...conditionFacts, ...valueFacts, ...policyFacts];
