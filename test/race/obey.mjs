/**
 * Lets a process of a race do what its parent says: each order comes as one message, and is answered with one message,
 * what was done or the error that reached the caller. It ends with its parent.
 */
export function obey(orders) {
  process.on('message', ({ order, ...more }) => {
    orders[order](more).then(
      (done) => process.send({ done }),
      (error) => process.send({ error: `${error.code ?? ''} ${error.message}` }),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
