import { PersonalAccessTokens, renameRoleInTokens } from '#features/access-tokens/server/index.ts'
import { createAccounts, createCaptchaVerifier } from '#features/accounts/server/index.ts'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { renameRoleInExports, renameRoleInSchedules } from '#features/exports/server/index.ts'
import { renameRoleInImports } from '#features/imports/server/index.ts'
import { renameRoleInRoutes } from '#features/notifications/server/index.ts'
import {
  readUsedPictures,
  renameRoleInKioskLinks,
  takeOverBoards,
} from '#features/pages/server/index.ts'
import { takeOverPictures } from '#features/pictures/server/index.ts'
import type { TakeOver } from '#kit/server/accounts.ts'
import type { Dependencies } from './app.ts'
import { recordAudit } from './audit.ts'
import { personalData } from './personal-data.ts'

/**
 * Score below which a captcha counts as a machine; the value that the service itself recommends.
 */
const captchaMinimumScore = 0.5

/** What a removed account leaves: boards that others see, their pictures, alarms it dealt with. */
function takeOver({ bus, clock, data }: Dependencies): TakeOver {
  const ofBoards = takeOverBoards({ bus, clock, audit: recordAudit })
  const ofPictures = takeOverPictures(readUsedPictures)
  return async (transaction, origin, leaving) => {
    const announce = await ofBoards(transaction, origin, leaving)
    await ofPictures(transaction, origin, leaving)
    return () => {
      announce()
      data.alarms.releasePerson(leaving.person.id)
    }
  }
}

/** Accounts with everything that they need of other features. */
export function createAccountsFeature(dependencies: Dependencies) {
  const { config, version, engines, keyring, bus, clock } = dependencies
  const { sql, listener } = engines
  return createAccounts({
    ...{ sql, bus, clock, listener, keyring, audit: recordAudit },
    accessTokens: new PersonalAccessTokens({ sql, accounts, clock }),
    takeOver: takeOver(dependencies),
    onRoleRenamed: [
      renameRoleInRoutes,
      renameRoleInTokens,
      renameRoleInKioskLinks,
      renameRoleInSchedules,
      renameRoleInExports,
      renameRoleInImports,
    ],
    personalData,
    verifyCaptcha: config.captcha
      ? createCaptchaVerifier({ ...config.captcha, minimumScore: captchaMinimumScore })
      : null,
    config: {
      hideUnknown: config.hideUnknownAccounts,
      secureCookies: config.publicUrl?.startsWith('https:') ?? false,
      demo: config.demo,
    },
    site: {
      ...{ ...config.site, version, legacyUrl: config.legacyUrl, guideUrl: config.guideUrl },
      // The secret stays here.
      captcha: config.captcha && {
        script: config.captcha.script,
        siteKey: config.captcha.siteKey,
      },
      analyticsScript: config.analyticsSource,
    },
  })
}
