/**
 * The words of one language: those of the catalogue, and those of the buttons that are pressed
 * here.
 */
export const english = {
  badRequest: 'request error',
  signInFirst: 'please login',
  wrongPassword: 'wrong password',
  noPermission: 'no permission',
  notFound: 'not found',
  timeout: 'request timeout',
  outdated: 'Data update, we will reload the page.',
  notRegistered: 'This account has not been registered.',
  wrongData: 'wrong data',
  serverError: 'server error',
  badGateway: 'The gateway got no valid answer from the server.',
  unavailable: 'service is not available',
  networkTimeout: 'network timeout',
  other: 'error in connecting',
  wait: 'Too many attempts. Try again in 40 seconds.',
  noResponse: 'Connection to server failed',
  language: 'English',
  signIn: 'Sign in',
  signOut: 'Sign out',
}

export type Words = Readonly<Record<keyof typeof english, string>>

export const chinese: Words = {
  badRequest: '請求錯誤',
  signInFirst: '請先登入',
  wrongPassword: '密碼錯誤',
  noPermission: '沒有權限',
  notFound: '找不到資源',
  timeout: '請求逾時',
  outdated: '資料更新，即將重新載入頁面。',
  notRegistered: '此帳號尚未註冊。',
  wrongData: '資料錯誤',
  serverError: '伺服器錯誤',
  badGateway: '閘道未收到伺服器的有效回應。',
  unavailable: '服務無法使用',
  networkTimeout: '網路逾時',
  other: '連線錯誤',
  wait: '嘗試次數過多，請於 40 秒後再試。',
  noResponse: '無法連線至伺服器',
  language: '繁體中文',
  signIn: '登入',
  signOut: '登出',
}

export const languages = [
  ['en', english],
  ['zh-TW', chinese],
] as const
