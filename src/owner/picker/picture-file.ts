import { notIgnored } from '../../widget/bindings/selector.ts';
import { make, makeButton } from './make.ts';
import type { What } from './what-changes.ts';

/** A picture on the owner's own device. It shows on the page before it has an address. */
export interface PictureFile {
  /** The button for those who do not drop it. */
  readonly element: HTMLElement;
  take(file: File): Promise<void>;
  /** What shows it in the place of an element. Undefined: there is none. */
  styleFor(select: string, what: What): string | undefined;
  leave(): void;
}

interface PictureFileEvents {
  /** It can be shown. */
  taken(): void;
  say(words: string): void;
}

export function createPictureFile({ taken, say }: PictureFileEvents): PictureFile {
  let address: string | undefined;
  let isShown = false;
  const input = make('input', { type: 'file', accept: 'image/*', hidden: true });
  const button = makeButton('Show a picture from this device', () => input.click());
  const hint = make('p', { className: 'hint', hidden: true });

  function leave(): void {
    if (address !== undefined) URL.revokeObjectURL(address);
    address = undefined;
    isShown = false;
    hint.hidden = true;
  }

  async function take(file: File): Promise<void> {
    leave();
    const own = URL.createObjectURL(file);
    address = own;
    const isPicture = await make('img', { src: own })
      .decode()
      .then(
        () => true,
        () => false,
      );
    // Another has come, or the form is left.
    if (address !== own) return;
    if (!isPicture) {
      leave();
      return say(whyNotShown(file));
    }
    isShown = true;
    hint.hidden = false;
    hint.textContent = `“${file.name}” shows here for you alone, until its address stands above. Upload it to your site, and copy its address from there.`;
    say(`“${file.name}” shows on the page, and needs an address`);
    taken();
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // The same file can be chosen again.
    input.value = '';
    if (file) void take(file);
  });

  return {
    element: make('div', { className: 'fields' }, button, input, hint),
    take,
    leave,
    styleFor(select, what) {
      if (!isShown) return undefined;
      // Rules write no address of this kind, and nothing of the page needs to be put back.
      const property = what === 'background' ? 'background-image' : 'content';
      return `${notIgnored(select)} { ${property}: url("${address}") !important }`;
    },
  };
}

export function isPictureFile({ type }: File): boolean {
  return type.startsWith('image/');
}

export function whyNotShown(file: File): string {
  return isPictureFile(file)
    ? `“${file.name}” cannot be shown here: this browser cannot read it, or your site lets no such picture show. Upload it to your site, and write its address.`
    : `“${file.name}” is no picture. Take a file such as .jpg, .png, .webp or .svg.`;
}
