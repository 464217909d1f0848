import type { Locale } from '#kit/model/locale.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { PrintHandover } from '#kit/server/handover/printed-handover.ts'
import type { Handover } from '../../contract/handover.ts'
import { handoverDocument } from './handover-document.ts'
import { handoverOf, type HandoverParts } from './handover-of.ts'

/** A handover as it is printed, in the name of the caller. */
export async function printOf(
  { sql, accounts, site, timezone, clock }: HandoverParts,
  { userId }: Caller,
  { shown, language }: { readonly shown: Handover; readonly language: Locale },
) {
  const people = await accounts.people(sql, [userId])
  const author = people.get(userId)?.name ?? ''
  const document = handoverDocument(shown, { language, timezone, site, author, now: clock() })
  return { document, printed: { language, site, author } }
}

/** For features that have handovers printed. */
export function handoverPrinter(parts: HandoverParts): PrintHandover {
  return async ({ caller, at, language }, reader) => {
    const shown = await handoverOf(parts, caller, reader, at)
    return shown && printOf(parts, caller, { shown, language })
  }
}
