import { administratorGate, pagesGate as gate, warRoomGate } from '#kit/model/permission.ts'
import { completeTexts } from '#kit/web/texts/language.ts'
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
    {
      path: '/boards/sharing/$id',
      title: 'pages.sharing.title',
      icon: 'share',
      gate: warRoomGate,
      hidden: true,
      load: () => import('./sharing/sharing-screen.tsx'),
    },
    {
      path: '/kiosk/$token',
      title: 'pages.kiosk.title',
      icon: 'wall',
      gate: 'public',
      hidden: true,
      noCache: true,
      // Its widgets say what those of a signed-in person say.
      load: async () => {
        const [screen] = await Promise.all([
          withWidgets(import('./kiosk/kiosk-screen.tsx')),
          completeTexts('usual'),
        ])
        return screen
      },
    },
  ],
}

/** The boards of everybody; in the menu it stands with the screens of administrators. */
export const allBoards: FeatureManifest = {
  name: 'pages',
  screens: [
    {
      path: '/administrator/boards',
      group: '/administrator',
      title: 'pages.all.title',
      icon: 'pages',
      gate: administratorGate,
      load: () => import('./all/all-boards-screen.tsx'),
    },
  ],
}
