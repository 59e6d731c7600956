/** The part of the application's logger that the sandboxes use. */
export interface SandboxLogger {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
}
