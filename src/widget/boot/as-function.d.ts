/** `scripts/module-as-function.ts` makes it. */
declare module '*/define.ts?as-function' {
  const open: () => typeof import('../elements/define.ts').default;
  export default open;
}
