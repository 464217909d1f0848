import type { Place } from '../../../contract/area-rules.ts'
import type { PageContent } from './page-content.ts'

/** `too_many`: of the areas of a page or the widgets of an area; `too_many_widgets`: of a page. */
type RefusalCode =
  | 'sensor_duplicate'
  | 'sensor_exceeds_area'
  | 'area_out_of_range'
  | 'too_many'
  | 'too_many_widgets'

/** Why a change of a page cannot be made: codes of field errors, which have the words. */
export interface Refusal {
  readonly code: RefusalCode
  /** Where it was tried; null: on the page itself. */
  readonly areaId: string | null
  /** What has no room there, where that would fit into a larger area. */
  readonly needs?: Pick<Place, 'w' | 'h'>
  /** The id of the widget whose place it takes; absent: it is a new one. */
  readonly instead?: string
}

/** The page after a change, or why there is none. */
export type Outcome =
  | { readonly content: PageContent; readonly refusal?: never }
  | { readonly content?: never; readonly refusal: Refusal }

export const done = (content: PageContent): Outcome => ({ content })

export const refused = (refusal: Refusal): Outcome => ({ refusal })
