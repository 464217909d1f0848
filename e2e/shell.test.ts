// One server and one browser for all of them.
import './shell/tabs.ts'
import './shell/settings.ts'
import './shell/top-bar.ts'
import './shell/addresses.ts'
import './shell/layout.ts'
import './shell/odd-addresses.ts'
import './shell/focus.ts'
