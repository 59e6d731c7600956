import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'client',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // The floor that Tailwind's CSS sets anyway.
    target: ['es2022', 'chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 2048,
  },
});
