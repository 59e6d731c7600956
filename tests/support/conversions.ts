import sharp, { type Sharp } from 'sharp';
import { vi } from 'vitest';
import type { TestApp } from './app';

/**
 * Counts how many pictures are converted during the work, in total and at a time. The library's own
 * counters are written by its threads while they are read.
 */
export async function conversionsDuring(work: () => Promise<unknown>) {
  let underWay = 0;
  let most = 0;
  const { toBuffer } = sharp.prototype;
  const conversions = vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(async function (
    this: Sharp,
    ...args: unknown[]
  ) {
    most = Math.max(most, ++underWay);
    const result: Promise<Buffer> = Reflect.apply(toBuffer, this, args);
    return result.finally(() => underWay--);
  });
  try {
    await work();
    return { conversions: conversions.mock.calls.length, most };
  } finally {
    conversions.mockRestore();
  }
}

/** Counts the drawings that the work requests from the drawing process. */
export async function drawingsDuring({ deps }: TestApp, work: () => Promise<unknown>) {
  const draw = vi.spyOn(deps.drawer, 'draw');
  try {
    await work();
    return draw.mock.calls.length;
  } finally {
    draw.mockRestore();
  }
}
