import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Problem } from '#kit/server/documents/document-value.ts'
import { listedProblems } from './listed-problems.ts'
import type { Refusals } from './refusals.ts'

/** Lists why values are refused whose message was acknowledged before their sensors were added. */
export const listLateRefusals =
  (refusals: Refusals) =>
  ({ lesiId }: CatalogueDevice, refused: readonly Problem[]): void => {
    for (const problem of listedProblems(refused))
      refusals.add({ source: 'waited for its sensors', lesiId, ...problem })
  }
