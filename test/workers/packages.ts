import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import type { Readable } from 'node:stream';

const requirePackage = createRequire(import.meta.url) as (name: string) => unknown;

/** Packages of this folder, whose own types would make the repository's type check fail wherever they are not installed. */
export const { Miniflare } = requirePackage('miniflare') as { Miniflare: new (options: MiniflareOptions) => Workerd };

export const express = requirePackage('express') as () => RequestListener & {
  all(paths: ReadonlyArray<string | RegExp>, listener: RequestListener): void;
  use(
    middleware: (
      request: Parameters<RequestListener>[0],
      response: Parameters<RequestListener>[1],
      next: () => void,
    ) => void,
  ): void;
  get(
    path: string,
    handler: (request: unknown, response: { send(text: string): void; type(name: string): void }) => void,
  ): void;
};

interface WebContext {
  readonly req: { readonly raw: Request };
  get res(): Response;
  /** Undefined first: otherwise Hono keeps the headers of the response that was there. */
  set res(response: Response | undefined);
  html(text: string): Response;
}

interface HonoApplication {
  use(handler: (context: WebContext, next: () => Promise<void>) => Promise<void>): void;
  get(path: string, handler: (context: WebContext) => Response): void;
  fetch(request: Request): Promise<Response>;
}

export const { Hono } = requirePackage('hono') as { Hono: new () => HonoApplication };

export const fastify = requirePackage('fastify') as () => {
  all(
    path: string,
    handler: (
      request: { raw: Parameters<RequestListener>[0] },
      reply: { raw: Parameters<RequestListener>[1]; hijack(): void },
    ) => void,
  ): void;
  get(path: string, handler: (request: unknown, reply: { type(name: string): void }) => Promise<unknown>): void;
  addHook(
    name: 'onRequest',
    hook: (
      request: { raw: Parameters<RequestListener>[0] },
      reply: { raw: Parameters<RequestListener>[1] },
      done: () => void,
    ) => void,
  ): void;
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
};

interface MiniflareOptions {
  readonly modules: true;
  readonly script: string;
  readonly compatibilityDate: string;
  readonly bindings: Readonly<Record<string, string>>;
  /** Given, so that miniflare asks nobody on the network what it is. */
  readonly cf: Readonly<Record<string, unknown>>;
  /** Files that are served in front of the Worker. */
  readonly assets?: { readonly directory: string; readonly routerConfig: Readonly<Record<string, boolean>> };
  /** What the Worker asks goes here. Left out, it goes over the network, from workerd itself. */
  readonly outboundService?: (request: Request) => Promise<Response>;
  /** What workerd writes; left out, it goes to the terminal. */
  readonly handleRuntimeStdio?: (output: Readable, errors: Readable) => void;
}

export interface Workerd {
  dispatchFetch(
    url: string,
    init: {
      headers?: Record<string, string>;
      method?: string;
      body?: string;
      cf?: Record<string, unknown>;
      signal?: AbortSignal;
    },
  ): Promise<Response>;
  /** Where it listens. */
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}
