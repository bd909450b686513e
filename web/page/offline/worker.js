/** Keeps the files of the page, so that it starts without a network. The build puts the names of the files and their version in. */
const [VERSION, FILES] = [__VERSION__, __FILES__];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const removed = async () => {
    const old = (await caches.keys()).filter((name) => name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
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
  event.respondWith(
    isAsset ? kept().then((found) => found ?? fetch(request)) : fetch(request).catch(async () => (await kept()) ?? Response.error()),
  );
});
