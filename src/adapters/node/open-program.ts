import type { Replaced } from '../../http/all-problems.ts';
import type { DatedData } from '../../http/request-families.ts';
import type { NodeSettings } from './environment.ts';

/** A program that visitors ask: `geolet proxy`, or `geolet serve`. */
export interface Program {
  readonly settings: Omit<NodeSettings, 'environment'>;
  /** Lines that are printed below the address, once the program listens. */
  readonly lines?: readonly string[];
  /** Reads data again at SIGHUP. A program without it has nothing to read. */
  readonly reload?: () => Promise<void>;
  /** Called when a signal begins the end. */
  readonly drain?: () => void;
  /** Called when the last response was sent. */
  readonly close?: () => Promise<void>;
  /** The geo data in use, for metrics. Undefined where a service elsewhere has them. */
  readonly data?: () => readonly DatedData[];
  /** More that `/geolet-ready` says. */
  readonly facts?: () => Readonly<Record<string, unknown>>;
}

/**
 * Opens a program.
 *
 * @param trial given to find out whether it would start: then it changes nothing. Its settings hold over those of the
 *   environment.
 */
export type OpenProgram = (trial?: Replaced) => Promise<Program>;
