import type { UnreadableImport } from '#shared/contracts/tables';

/** A spreadsheet that cannot be read, with the code to respond with. */
export class UnreadableSpreadsheet extends Error {
  readonly problem: UnreadableImport;

  constructor(problem: UnreadableImport) {
    super(`the spreadsheet cannot be read: ${problem}`);
    this.name = 'UnreadableSpreadsheet';
    this.problem = problem;
  }
}
