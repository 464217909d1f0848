import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Bus } from '#kit/server/bus.ts'
import { registerAllBoardsRoutes } from './all-boards-handlers.ts'
import { BoardNotices } from './board-notices.ts'
import { registerBinRoutes, registerVersionRoutes } from './history-handlers.ts'
import { registerPageRoutes } from './pages-handlers.ts'
import type { BoardServices } from './board-services.ts'
import { registerKioskBoard, registerKioskRoutes } from './kiosk/kiosk-handlers.ts'
import type { KioskLinks } from './kiosk/kiosks.ts'
import { Presence } from './presence.ts'
import { registerPresenceRoute, registerSharingRoutes } from './sharing-handlers.ts'
import { registerDashboardChoices, registerDashboardRoutes } from './dashboards-handlers.ts'

export { KioskLinks } from './kiosk/kiosks.ts'
export { renameRoleInKioskLinks } from './kiosk/kiosk-store.ts'
export { takeOverBoards } from './take-over-boards.ts'
export { readUsedPictures } from './used-pictures-store.ts'
export { startBinMaintenance } from './bin-maintenance.ts'

/** The calls about the pages and dashboards that people build. */
export function pagesPlugin(
  given: Omit<BoardServices, 'presence' | 'notices'> & {
    readonly bus: Bus
    readonly kiosks: KioskLinks
  },
): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    const presence = new Presence(given.clock)
    const notices = new BoardNotices({ sql: given.sql, bus: given.bus, presence, log: app.log })
    const stopListening = given.bus.on('boardsTakenOver', ({ boardIds, formerOwnerId }) => {
      for (const id of boardIds) {
        presence.remove(id, formerOwnerId)
        void notices.announce(id, { userIds: [formerOwnerId], roles: [] })
      }
    })
    app.addHook('onClose', async () => {
      stopListening()
      notices.close()
    })
    const services = { ...given, presence, notices }
    registerPageRoutes(app, services)
    registerDashboardRoutes(app, services)
    registerDashboardChoices(app, services)
    registerVersionRoutes(app, services)
    registerBinRoutes(app, services)
    registerSharingRoutes(app, services)
    registerAllBoardsRoutes(app, services)
    registerPresenceRoute(app, services)
    registerKioskRoutes(app, services)
    registerKioskBoard(app, services, given.kiosks)
  }
  return fastifyPlugin(register, {
    name: 'pages',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
