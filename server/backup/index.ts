export { BackupError } from './backup-error';
export { backupName, checkpointBeside, newestBackup } from './backup-file';
export { restoreBackup } from './restore-backup';
export { takeBackup } from './take-backup';
