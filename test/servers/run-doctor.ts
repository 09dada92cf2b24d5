import { execFile } from 'node:child_process';
import { shop } from './network.ts';
import { runTypeScript } from '../support/run-typescript.ts';

export interface Diagnosis {
  readonly status: number;
  readonly text: string;
}

/** `npx geolet doctor http://shop.example/`, from a machine in Lyon. */
export function runDoctor(): Promise<Diagnosis> {
  const args = [...runTypeScript, 'src/command-line/main.ts', 'doctor', `http://${shop.host}/`];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}
