import type { QueryClient } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import type { Gate } from '#kit/model/permission.ts'

/** What the router, the menu, the tabs and the search need of one screen. */
interface ScreenMeta {
  /**
   * Path from the root, parameters as `$name`: `/warroomDashboard`,
   * `/administrator/users/edit/$id`.
   */
  readonly path: string
  /**
   * Key of the screen's title in the catalogues, with the feature's namespace: `dashboard.title`.
   * The text may name the parameters of the path: `User {id}`.
   */
  readonly title: string
  /** Name of the icon in `#kit/ui/icon.tsx`. */
  readonly icon: string
  /** Who may open it, besides what the group asks. */
  readonly gate: Gate
  /** What it asks as well, where it works upon what another gate opens. */
  readonly needs?: Gate
  /** Path of the group in which it is in the menu. */
  readonly group?: string
  /**
   * What a parameter of the path must look like; an address that says something else is unknown.
   */
  readonly parameters?: Readonly<Record<string, RegExp>>
  /** Not in the menu. */
  readonly hidden?: boolean
  /** Its texts are fetched when it is opened first; its title is there before. */
  readonly textsOnDemand?: boolean
  /** Not cached behind other tabs. */
  readonly noCache?: boolean
  /** Its tab cannot be closed. */
  readonly affix?: boolean
  /** Values of the title that are not in the path. */
  readonly titleValues?: Readonly<Record<string, string>>
  /**
   * Leads out of the application: the address, once the site is known; null where this installation
   * names none.
   */
  readonly external?: (site: { readonly guideUrl: string | null }) => string | null
}

/** One screen of a feature. */
export interface ScreenRoute extends ScreenMeta {
  /** Called when it is opened, or when the pointer nears its link. */
  readonly load: () => Promise<{
    readonly default: FunctionComponent
    /**
     * Begins to fetch what the screen shows. Called once, when it is the first screen of the page
     * and may be opened, while the frame around it is still on its way.
     */
    readonly prepare?: (client: QueryClient) => void
  }>
}

/**
 * A node of the menu with screens below it. Its own address leads to `redirect`, or to the first
 * screen that the person may open.
 */
export interface ScreenGroup {
  readonly path: string
  readonly title: string
  readonly icon: string
  /** Holds for every screen of the group too. */
  readonly gate: Gate
  readonly redirect?: string
}

/** A product, as far as its screens go. */
export interface ScreenProduct {
  readonly key: string
  readonly name: string
}

/** What a feature brings to the web application. */
export interface FeatureManifest {
  readonly name: string
  readonly groups?: readonly ScreenGroup[]
  readonly screens: readonly ScreenRoute[]
  /**
   * Screens that every product has. The paths name the product by the parameter `$product`;
   * `product` is null where only the shape of the paths is asked for.
   */
  readonly productScreens?: (product: ScreenProduct | null) => readonly ScreenRoute[]
}
