// What a page gets after its content is shown: live updates and diagnostics, in one file.
export { refreshEverywhere } from './live.ts';
export { checkElements } from './check-elements.ts';
export { showMissing } from './missing-element.ts';
export { reportMissing } from './missing-code.ts';
export { checkProgramme, logMisconfiguration, reportMisconfiguration } from './page-misconfigurations.ts';
export { takePageBackground } from './page-background.ts';
export { restoreStyles } from './restore-styles.ts';
