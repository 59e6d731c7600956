import express, { type Router } from 'express';
import { takesEffect } from '#sandbox/faults';
import { unreadable } from '#sandbox/mobile-money/router';
import { MAX_WITNESS_REQUEST_BYTES } from '#shared/open-count/witness';
import type { WitnessSandbox } from './sandbox';

/** c2sp.org/tlog-witness, with the same address for both of its prefixes. */
export function witnessRoutes(witness: WitnessSandbox): Router {
  const { faults } = witness;
  const router = express.Router({ strict: true });
  const body = express.raw({ type: () => true, limit: MAX_WITNESS_REQUEST_BYTES });
  router.use(witness.cutIfUnreachable);
  router.post('/add-checkpoint', body, async (req, res) => {
    witness.countCall('add-checkpoint');
    const fault = faults.next('add-checkpoint');
    if (fault?.kind === 'delay') await faults.wait(fault.ms);
    const isCarriedOut = fault === null || takesEffect(fault);
    const sent: unknown = req.body;
    const answer = isCarriedOut
      ? await witness.addCheckpoint(sent instanceof Uint8Array ? sent : new Uint8Array())
      : null;
    if (answer && (fault === null || fault.kind === 'delay')) {
      // Express would add a charset.
      res.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
    } else {
      faults.send(res, fault, answer);
    }
  });
  router.get('/:log/checkpoint', async (req, res) => {
    const checkpoint = await witness.checkpoint(req.params.log);
    if (checkpoint === null) res.sendStatus(404);
    else res.type('text/plain').send(checkpoint);
  });
  router.use(unreadable('too much'));
  return router;
}
