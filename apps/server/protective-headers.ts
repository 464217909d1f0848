import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

interface Sources {
  /** Where scripts may come from, and whom they may call. */
  readonly scripts: readonly string[]
  /** Sites of a captcha, if any. */
  readonly captchaOrigins: readonly string[]
}

/**
 * The headers that protect the browser. They are the same for every answer, and made once: made
 * again they take as long as a small answer, and its garbage.
 */
export function protectiveHeaders({ scripts, captchaOrigins }: Sources): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const setHeaders = helmet({
    // Whether the site is reached by https is the proxy's knowledge: it sets HSTS.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: scripts,
        connectSrc: scripts,
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // A captcha shows its mark, and if need be its question, in a frame.
        frameSrc: captchaOrigins.length > 0 ? captchaOrigins : ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
  // It throws what is wrong with its options, and passes no error on.
  setHeaders(request, response, () => undefined)
  return response.getHeaders()
}
