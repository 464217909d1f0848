import type { RouteCall, RouteContract, RouteReply } from '#kit/model/calls/route.ts'
import { call } from './call.ts'
import { kioskToken } from './kiosk-token.ts'

/** A call of widgets, and the one that answers the same to those who have a link and no account. */
interface ShownCalls<Route extends RouteContract> {
  readonly route: Route
  readonly kiosk: Pick<RouteContract, 'path'> & { readonly reply: Route['reply'] }
}

/** Asks as whoever looks at this page: as a person, or by a link. */
export function callAsViewer<const Route extends RouteContract>(
  { route, kiosk }: ShownCalls<Route>,
  input: RouteCall<Route>,
): Promise<RouteReply<Route>> {
  const token = kioskToken()
  return token === null
    ? call(route, input)
    : call<Route>({ ...route, path: kiosk.path }, input, { token })
}
