import type { AttributeDoc, ElementDoc } from './element-docs.ts';
import type { ConditionDoc } from './markup-docs.ts';

/** Where the package has the module that registers an element. */
export function modulePath(tag: string): string {
  return `lib/library/elements/${tag}.js`;
}

/** The Custom Elements Manifest: https://github.com/webcomponents/custom-elements-manifest */
export function customElementsManifest(elements: readonly ElementDoc[], conditions: readonly ConditionDoc[]): object {
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      eventsModule(elements),
      ...elements.map((element) => ({
        kind: 'javascript-module',
        path: modulePath(element.tag),
        declarations: [declarationOf(element, conditions)],
        exports: [
          {
            kind: 'custom-element-definition',
            name: element.tag,
            declaration: { name: element.className, module: modulePath(element.tag) },
          },
        ],
      })),
    ],
  };
}

/** The classes of what the elements fire. */
function eventsModule(elements: readonly ElementDoc[]): object {
  const path = 'lib/library/index.js';
  const names = [...new Set(elements.flatMap(({ events }) => events.map(({ type }) => type)))].sort();
  return {
    kind: 'javascript-module',
    path,
    declarations: names.map((name) => ({ kind: 'class', name, superclass: { name: 'Event', package: 'global:' } })),
    exports: names.map((name) => ({ kind: 'js', name, declaration: { name, module: path } })),
  };
}

function declarationOf(element: ElementDoc, conditions: readonly ConditionDoc[]): object {
  const { tag, className, slots, parts, states, events } = element;
  const all = attributesOf(element, conditions);
  return {
    kind: 'class',
    customElement: true,
    tagName: tag,
    name: className,
    superclass: { name: 'HTMLElement', package: 'global:' },
    description: element.description,
    attributes: all.map(({ name, description, type }) => ({
      name,
      fieldName: propertyOf(name),
      description,
      type: { text: type },
    })),
    members: all.filter(isOwnProperty).map(({ name, description }) => ({
      kind: 'field',
      name: propertyOf(name),
      description,
      type: { text: 'string | null' },
      attribute: name,
      reflects: true,
    })),
    slots,
    cssParts: parts,
    cssStates: states,
    events: events.map(({ name, description, type }) => ({ name, description, type: { text: type } })),
  };
}

/** An element's attributes, its conditions among them. */
export function attributesOf(element: ElementDoc, conditions: readonly ConditionDoc[]): readonly AttributeDoc[] {
  return [
    ...element.attributes,
    ...(element.conditional
      ? conditionAttributes(conditions).map((condition) => ({
          ...condition,
          type: condition.bare ? 'string | boolean' : 'string',
        }))
      : []),
  ];
}

/** `notCity` for `not-city`. */
export function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase());
}

/** Not one that every element has from the platform. */
export function isOwnProperty({ name }: AttributeDoc): boolean {
  return name !== 'hidden';
}

/** Each name with its negation. */
export function conditionAttributes(conditions: readonly ConditionDoc[]): readonly ConditionDoc[] {
  return conditions.flatMap((condition) => [
    condition,
    { ...condition, name: `not-${condition.name}`, description: `Not: ${condition.description}` },
  ]);
}
