import type { ComponentType } from 'react'
import type { Gate } from '#kit/model/permission.ts'

/** One screen of a feature, as the router and the menu need it. */
export interface ScreenRoute {
  /** Path from the root, parameters as `$name`: `/warroomDashboard`, `/administrator/users/edit/$id`. */
  readonly path: string
  /** Key of the screen's title in the catalogues, with the feature's namespace: `dashboard.title`. */
  readonly title: string
  /** Name of the icon in `#kit/ui/icon.tsx`. */
  readonly icon: string
  readonly gate: Gate
  /** Not in the menu. */
  readonly hidden?: boolean
  /** Not kept alive behind other tabs. */
  readonly noCache?: boolean
  /** Its tab cannot be closed. */
  readonly affix?: boolean
  /** Loads the screen; called when it is opened, or when the pointer nears its link. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/** What a feature brings to the web application. */
export interface FeatureManifest {
  readonly name: string
  readonly screens: readonly ScreenRoute[]
}
