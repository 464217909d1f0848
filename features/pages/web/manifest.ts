import { pagesGate as gate } from '../contract/board.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'
import { loadWidgets } from '#kit/web/widget-registry.ts'

/** A screen that shows widgets comes with the code of the usual ones. */
const withWidgets = async <Code>(code: Promise<Code>): Promise<Code> =>
  (await Promise.all([code, loadWidgets()]))[0]

export const pages: FeatureManifest = {
  name: 'pages',
  screens: [
    {
      path: '/warroomIndex',
      title: 'pages.title',
      icon: 'pages',
      gate,
      load: () => withWidgets(import('./index/index-screen.tsx')),
    },
    {
      path: '/warroomIndex/edit/$id',
      title: 'pages.edit.title',
      icon: 'edit',
      gate,
      hidden: true,
      load: () => withWidgets(import('./edit/edit-screen.tsx')),
    },
  ],
}
