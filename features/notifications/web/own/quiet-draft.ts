import { noQuietHours, type OwnQuietHours } from '../../contract/own-notices.ts'

const usual = { from: '22:00', to: '06:00' }

/** What the form holds: hours stay in it while they do not count. */
export interface QuietDraft {
  readonly isQuiet: boolean
  readonly from: string
  readonly to: string
  readonly isUrgentAllowed: boolean
}

export const draftOf = ({ quiet, isUrgentAllowed }: OwnQuietHours): QuietDraft => ({
  ...{ isQuiet: quiet !== null, ...(quiet ?? usual), isUrgentAllowed },
})

export const hoursOf = ({ isQuiet, from, to, isUrgentAllowed }: QuietDraft): OwnQuietHours =>
  isQuiet ? { quiet: { from, to }, isUrgentAllowed } : noQuietHours

/** The same for hours that count the same. */
export const identityOf = ({ quiet, isUrgentAllowed }: OwnQuietHours): string =>
  JSON.stringify([quiet?.from, quiet?.to, isUrgentAllowed])
