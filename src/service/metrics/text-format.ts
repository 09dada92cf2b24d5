export type Labels = Readonly<Record<string, string | number>>;

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly (readonly [labels: Labels, value: number, suffix?: string])[],
): string[] {
  if (samples.length === 0) return [];
  const lines = samples.map(([labels, value, suffix = '']) => `${name}${suffix}${labelText(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, escaped)}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`;
}
