import { greatestExponent, measureGrowth } from '../measure-growth.ts';
import type { Told } from './judge.ts';
import { checkSync } from './recheck.ts';

/** The process in which a judge has patterns checked and measured: one at a time, each sent as a message. */
process.on('message', ({ source, flags }: { readonly source: string; readonly flags: string }) => {
  void judge(source, flags).then(tell);
});

/** About what a header can be. */
const longestText = 16_000;
const checkTimeoutMs = 10_000;

/**
 * The checker proposes a text on which a pattern takes long; the engine says whether that is so: where a pattern looks
 * around, the checker may only guess.
 */
async function judge(source: string, flags: string): Promise<Told> {
  const found = checkSync(source, flags, { timeout: checkTimeoutMs });
  if (found.status !== 'vulnerable') return { verdict: found.status };
  const { complexity, attack } = found;
  if (complexity.type === 'exponential') return { verdict: 'grows', growth: complexity.summary };
  tell({ verdict: 'measured next', growth: complexity.summary });
  const { exponent } = await measureGrowth(
    (size) => {
      const text =
        attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(size / pump.length)).join('') + attack.suffix;
      const pattern = new RegExp(source, flags.replace('g', ''));
      return () => pattern.test(text);
      // A pattern leaves nothing to the garbage collector.
    },
    longestText,
    { floorMs: 60 },
  );
  return exponent > greatestExponent
    ? { verdict: 'grows', growth: `${complexity.summary}, as it seems ${exponent.toFixed(1)}` }
    : { verdict: 'safe' };
}

function tell(told: Told): void {
  process.send?.(told);
}
