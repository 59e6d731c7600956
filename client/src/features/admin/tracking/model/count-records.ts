const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV file (RFC 4180) while it arrives; the first line is the header. */
export class RecordCounter {
  private lines = 0;
  private isQuoted = false;

  /** Counting bytes is enough: in UTF-8 neither of the two is part of another character. */
  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      else if (byte === LINE_FEED && !this.isQuoted) this.lines += 1;
    }
  }

  get records(): number {
    return Math.max(this.lines - 1, 0);
  }
}
