"""Servers of requests (B305, B306, B312), and the commands for requests."""

from contextlib import contextmanager

from .requests import Reply
from .statuses import BUSY, CLOSED, INVALID, NOT_FOUND, OK
from .values import MISSING, clone


class Server:
    """A server of one name, for a store or a loop. Its commands run once, at its first request and at its first end."""

    def __init__(self, world, number, name, given):
        self.world, self.number, self.name = world, number, name
        self.most = given.get("most", 0)
        self.commands, self.ended = given.get("commands", []), given.get("ended", [])
        self.served, self.waiting = [], []
        self.unlearned = []  # answers that were taken and are not kept
        self.beginning = None  # the request that it is receiving, and its end if that has come
        self.calls = 0
        self.has_left = False

    def take(self, asking):
        if asking.request is None:
            return
        asking.server = self
        self.waiting.append(asking)
        self.serve_next()

    def serve_next(self):
        while not self.has_left and self.waiting and (self.most == 0 or len(self.served) < self.most):
            self.serve(self.waiting.pop(0))

    def serve(self, asking):
        request = asking.request
        if request is None:
            return
        self.served.append(asking)
        asking.is_served = True
        asking.is_awaited = asking.is_answered
        asking.attempts += 1
        outer, self.beginning = self.beginning, [request, None]
        self.begin(request)
        (_, end), self.beginning = self.beginning, outer
        if request.ask.get("answer") is None:
            asking.received()
        if end is not None:
            self.tell_end(request, end)

    def begin(self, request):
        world = self.world
        world.requests.append(request)
        world.say("served", self.number, "serve", request.id, request.name, clone(request.value), request.attempt,
                  clone(request.last_part))
        commands, self.commands = self.commands, []
        self.calls += 1
        world.perform_for(len(world.requests) - 1, commands)
        self.calls -= 1

    def tell(self, request, end):
        """B304: not before it has received the request."""
        if self.beginning is not None and self.beginning[0] is request:
            self.beginning[1] = end
        else:
            self.tell_end(request, end)

    def tell_end(self, request, end):
        self.world.say("served", self.number, end, request.id)
        commands, self.ended = self.ended, []
        if commands and self.world.store.has_ended:
            self.world.loop.unclear = "the commands of a server while its store ends"
        if self.world.is_active() and any(command[0] in ("observe", "observe_derived") for command in commands):
            self.world.loop.unclear = "an observer that a server adds while a burst ends a request"
        if commands and self.world.is_active() and self.world.store.reports_reentrant:
            self.world.loop.unclear = "the action in the issue of a server's send while a burst ends a request"
        self.calls += 1
        self.world.perform_calls(commands)
        self.calls -= 1

    def learn(self, end, is_meant):
        meant = [one for one in self.unlearned if is_meant(one[0], one[1])]
        self.unlearned = [one for one in self.unlearned if one not in meant]
        for _, _, request in meant:
            self.tell(request, end)

    def replace(self, former, asking):
        """B321: another effect asks for the same request."""
        for those in self.served, self.waiting:
            those[:] = [asking if one is former else one for one in those]

    def left(self, asking):
        if asking in self.served:
            self.served.remove(asking)
            if self.waiting:
                self.world.loop.soon(self.serve_next)
        elif asking in self.waiting:
            self.waiting.remove(asking)

    def leave(self):
        """B312: accepted answers arrive first. The requests that it leaves."""
        for asking in list(self.served):
            if not self.world.is_active() and asking.request is not None:
                asking.request.deliver()
        self.learn("received", lambda *_: True)
        self.has_left = True
        left = self.served + self.waiting
        self.served, self.waiting = [], []
        for asking in left:
            asking.withdraw()
        return left


class Hold:
    """B332, B333: what a store holds back until it is kept."""

    def __init__(self):
        self.mark = self.kept = self.said = 0
        self.waiting, self.servers = [], []

    def next(self):
        self.mark += 1
        return self.mark

    def taken(self, request, server):
        server.unlearned.append((self, self.next(), request))
        if server not in self.servers:
            self.servers.append(server)

    def release(self):
        """Tells the kept ends, and returns the kept requests."""
        self.kept = max(self.kept, self.said)
        for server in list(self.servers):
            server.learn("taken", lambda hold, mark: hold is self and mark <= self.kept)
        ready = [one for one in self.waiting if one.kept_at <= self.kept]
        self.waiting = [one for one in self.waiting if one.kept_at > self.kept]
        return ready

    def end(self):
        self.release()
        for server in self.servers:
            server.learn("received", lambda hold, mark: hold is self)


class Serving:
    """The commands for requests; mixed into the others."""

    def is_active(self):
        """Whether a reply has to wait."""
        return self.store.is_busy or self.is_telling_shared or self.endings > 0

    @contextmanager
    def ending(self):
        """While a call ends effects, the loop is at work."""
        self.endings += 1
        yield
        self.endings -= 1

    # ----------------------------------------------------------------------- servers

    def servers(self, where):
        """The servers of the loop, of the store, or MISSING; with the status if there are none."""
        if where == "loop" and not self.store.is_freed and not self.is_making:
            return self.loop_servers, OK
        view = self.view(where)
        if view is MISSING:
            return MISSING, OK
        if self.store.has_ended:
            return None, CLOSED
        return (self.store.servers, OK) if view is None else (None, INVALID)

    def do_serve(self, where, name, given=None):
        servers, status = self.servers(where)
        if servers is MISSING:
            return None
        server = Server(self, self.server_count, name, given or {})
        self.server_count += 1
        if servers is None or name in servers and not servers[name].has_left:
            return status if servers is None else INVALID
        servers[name] = server
        if self.is_active():
            self.loop.soon(lambda: self.pass_unserved(server))
        else:
            self.pass_unserved(server)
        return OK

    def pass_unserved(self, server):
        """B305: in the order in which they wait."""
        if server.has_left:
            return
        taken = [one for one in self.unserved if one.name == server.name]
        self.unserved = [one for one in self.unserved if one not in taken]
        for asking in taken:
            server.take(asking)

    def do_unserve(self, where, name):
        servers, status = self.servers(where)
        if servers is MISSING or servers is None:
            return None if servers is MISSING else status
        if self.is_active():
            return BUSY
        server = servers.get(name)
        if server is None or server.has_left:
            return NOT_FOUND
        if server.calls:
            return BUSY
        left = server.leave()
        if servers.get(name) is server:
            del servers[name]
        for asking in left:
            self.store.offer(asking)
        return OK

    # ----------------------------------------------------------------------- replies

    def request(self, index):
        is_known = isinstance(index, int) and 0 <= index < len(self.requests)
        return self.requests[index] if is_known else None

    def replied(self, index, reply):
        request = self.request(index)
        if request is None:
            return None
        status, place = request.reply(reply)
        return (status, place) if status == "KMK_ERR_DECODE" else status

    def do_request_answer(self, index, value):
        return self.replied(index, Reply("answer", value))

    def do_request_fail(self, index, value):
        return self.replied(index, Reply("failure", value))

    def do_request_part(self, index, key, value):
        return self.replied(index, Reply("part", value, key))

    def do_request_over(self, index):
        request = self.request(index)
        return None if request is None else (OK, request.is_closed or request.is_answered)

    def do_find_request(self, identifier):
        """B313."""
        if self.store.is_freed or self.is_making:
            return None
        if self.store.has_ended:
            return CLOSED
        found = [one.request for one in self.store.asking() if one.id == identifier]
        if not found:
            return NOT_FOUND
        self.requests.append(found[0])
        return OK

    def do_hold_requests(self):
        """B332."""
        if self.store.is_freed or self.is_making:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.store.hold is None:
            self.store.hold = Hold()
            for asking in [one.asking for one in self.store.effects.running if one.asking]:
                self.hold(asking, self.store.hold)
        return OK

    def hold(self, asking, hold):
        if asking.kept is not None or asking.server is not None:
            return
        asking.kept_at = hold.next()
        asking.is_awaited = False
        if asking in self.unserved:
            self.unserved.remove(asking)
            hold.waiting.append(asking)

    def do_requests_kept(self, back):
        """B332: up to a mark, which is so far behind the newest one."""
        if self.store.is_freed or self.is_making:
            return None
        if self.store.has_ended:
            return CLOSED
        store, hold = self.store, self.store.hold
        if hold is not None:
            hold.said = max(hold.said, hold.mark - back)
        self.loop.soon(lambda: None if store.has_ended or store.hold is None else [
            store.offer(one) for one in store.hold.release()])
        return OK

    def do_awaited(self):
        """B311."""
        if self.store.is_freed or self.is_making:
            return None
        if any(one.data.get("is_fail") for one in self.store.effects.running):
            self.loop.unclear = "an effect that cannot be cancelled, and that the loop waits for"
        return OK, sum(one.is_awaited for one in self.store.asking() + self.store.resuming.leaving)
