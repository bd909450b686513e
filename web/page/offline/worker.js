/** Keeps the files of the page, so that it starts without a network. The build puts the names of the files and their version in. */
const [VERSION, FILES] = [__VERSION__, __FILES__];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

// It serves from the next visit on. A Firefox whose open page it took over waited for some files of the page without an end.
self.addEventListener('activate', (event) => {
  const removed = async () => {
    const old = (await caches.keys()).filter((name) => name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(removed());
});

/** Names of assets contain hashes of their contents, so what is kept is right. The others come from the network first. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || !FILES.some((file) => new URL(file, location.href).pathname === url.pathname)) {
    return;
  }
  const kept = () => caches.match(request, { ignoreSearch: true });
  const isAsset = url.pathname.includes('/assets/');
  const answer = isAsset ? kept().then((found) => found ?? fetch(request)) : fetch(request).catch(async () => (await kept()) ?? Response.error());
  event.respondWith(answer.then(isolated));
});

/** What a host of plain files does not say: the page has nothing of other sites. Then a browser lets its threads share memory. */
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

function isolated(answer) {
  const { status, statusText } = answer;
  if (!answer.body || Object.keys(ISOLATION).every((name) => answer.headers.has(name))) {
    return answer;
  }
  const headers = new Headers([...answer.headers, ...Object.entries(ISOLATION)]);
  return new Response(answer.body, { status, statusText, headers });
}
