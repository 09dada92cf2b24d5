/** One window of one browser, driven alike in every engine. */
export interface Session {
  /** Opens an address, and waits for the page's `load` event. */
  goto(url: string): Promise<void>;
  /** @returns the value of an expression in the page, awaited when it is a promise. It must be one that JSON can hold. */
  evaluate(expression: string): Promise<unknown>;
  /** Ends the browser. */
  close(): Promise<void>;
}
