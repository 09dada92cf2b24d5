import { defineConfig, mergeConfig } from 'vite';
import app from './vite.config.js';

/** React in its development form, which says what does not fit on hydration. */
export default mergeConfig(app, defineConfig({ define: { 'process.env.NODE_ENV': '"development"' }, build: { rolldownOptions: { input: 'src/client.jsx', output: { entryFileNames: 'client.js', codeSplitting: false } } } }));
